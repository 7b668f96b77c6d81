// A scenario: the model says a word and nothing more.
export default { turns: [[{ text: 'Well' }, { silence: true }]] };
