// A scenario: the model repeats the prompt, and its output is split in the middle of characters.
export default { turns: [[{ text: '{prompt}' }]], faults: { splitEvery: 7 } };
