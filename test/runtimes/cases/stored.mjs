// A scenario: sessions are stored on the disk, as the real CLI stores them.
export default { tools: 'real', turns: [[{ text: 'You said {prompt}' }]] };
