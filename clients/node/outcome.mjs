// What a client saw of one call, in one form for all clients. The Go side has
// the same fields (outcome_test.go):
//
//   text, thinking          of the reply; after a failure, what had come
//   pieces, fragments       of a stream: texts, and parts of a tool's input
//   stop, stopSequence      in the provider's own words
//   tools                   [{name, input}]
//   usage                   {input, output, cacheRead, cacheWritten, thinking}
//   requestID, tokens, models, parsed
//   error                   {class, status, type, message, requestID}

// outcomeOfError describes an error by its class. Describe gives what the
// client's typed errors hold; the message of any other error has its causes.
export function outcomeOfError(error, describe) {
  const typed = describe(error);
  if (typed) {
    return { class: error.constructor.name, ...typed };
  }
  const messages = [];
  for (let e = error; e; e = e.cause) {
    messages.push(e.message ?? String(e));
  }
  return { class: error?.constructor?.name ?? typeof error, message: messages.join(': ') };
}

// The two tools that the cases use, and what they answer.
export const tools = [
  {
    name: 'get_weather',
    description: 'The weather in a city.',
    schema: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    },
    run: () => '7 degrees',
  },
  {
    name: 'get_time',
    description: 'The time in a zone.',
    schema: {
      type: 'object',
      properties: { zone: { type: 'string' } },
      required: ['zone'],
      additionalProperties: false,
    },
    run: () => '12:00',
  },
];

export function runTool(name, input) {
  return tools.find((tool) => tool.name === name).run(input);
}

// The shape of the structured output.
export const weatherSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, degrees: { type: 'integer' } },
  required: ['city', 'degrees'],
  additionalProperties: false,
};

export const question = 'What is the weather in Oslo, and what time is it there?';
