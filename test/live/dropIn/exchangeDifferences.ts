import type { Explanation } from './launchDifferences.js';

const withoutCallback = 'requests of the CLI that the program has no callback for';
const mcpDetails = 'details of what MCP servers in the program answer';

/** Differences in what the CLI is answered, and in what becomes of what it says. */
export const exchangeDifferences: readonly Explanation[] = [
  {
    title: '`canUseTool` throws, or returns a wrong shape',
    line: /^answers that are (undefined|text|other) \/answers\/tool\/response\/(0|a|toolUseID|behavior|message): (.* nothing with ours|nothing .* ("deny"|"The callback .*) with ours)$/,
  },
  {
    title: 'answers of `canUseTool`, as the CLI gets them',
    line: /^answers \/answers\/tool\/response\/toolUseID: .* nothing with ours$/,
  },
  {
    title: '`canUseTool` returns `null`',
    line: /^answers that are null \/answers\/tool: nothing .*"behavior":"deny"/,
  },
  {
    title: 'a hook that returns no object, or only unknown fields',
    line: /^answers that are \w+ \/answers\/hook\/(subtype: .* "error" with ours|response: .* nothing with ours|error: nothing .* "A hook for Stop returned )/,
  },
  {
    title: '`onElicitation` or `onUserDialog` returns a wrong shape',
    line: /^answers that are \w+ \/answers\/(elicitation|dialog)(\/response)?(\/(action|behavior|a))?: .*("cancel"|"cancelled"|nothing\b)\S* with ours$/,
  },
  {
    title: withoutCallback,
    line: /^requests without a callback \/answers\/tool\/(subtype: .* "success"|error: .* nothing|response: nothing .*"behavior":"deny".*) with ours$/,
  },
  {
    title: withoutCallback,
    line: /^requests without a callback \/answers\/hook\/(subtype: .* "success"|error: .* nothing|response: nothing .* \{"continue":true\}) with ours$/,
  },
  {
    title: withoutCallback,
    line: /^requests without a callback \/answers\/server\/(subtype: .* "success"|error: .* nothing|response: nothing .*"code":-32601.*) with ours$/,
  },
  {
    title: withoutCallback,
    line: /^requests without a callback \/answers\/(host )?token\/(error: "get\w+ callback|error_code: nothing)/,
  },
  {
    title: withoutCallback,
    line: /^requests without a callback \/answers\/(dialog|remote): nothing .*"error_code":"unsupported_request"\} with ours$/,
  },
  {
    title: mcpDetails,
    line: /^a server without tools \/answers\/initialize\/\S*\/tools\/listChanged: nothing .* true with ours$/,
  },
  {
    title: mcpDetails,
    line: /^a server without tools \/answers\/notification\/response\/mcp_response\/id: 0 .* nothing with ours$/,
  },
  {
    title: mcpDetails,
    line: /^a server without tools \/answers\/tools\/response\/mcp_response\/(error: .*"Method not found".* nothing|result: nothing .* \{"tools":\[\]\}) with ours$/,
  },
  {
    title: 'lines of the CLI that are no messages: JSON without a `type`',
    line: /^lines that are no messages \/seen\//,
  },
  { title: '`session_state_changed` messages', line: /^states \/seen\// },
  {
    title: 'a CLI that says `running` and then never `idle`',
    line: /^work without an end \/ending: "done" .* "open" with ours$/,
  },
  {
    title: 'console',
    line: /^warnings of the process \/0: "CLAUDE_SDK_CAN_USE_TOOL_SHADOWED" .* nothing with ours$/,
  },
];
