// The official OpenAI SDK for TypeScript, over Chat Completions.
import OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { question, runTool, tools, weatherSchema } from './outcome.mjs';

const model = 'gpt-course';

function connect(job) {
  const apiKey = job.badKey ? 'sk-invalid-0000' : 'sk-fake-0000';
  return new OpenAI({ apiKey, baseURL: `${job.baseURL}/v1`, maxRetries: job.retries });
}

export function describe(error) {
  if (!(error instanceof OpenAI.APIError) || error instanceof OpenAI.APIConnectionError) {
    return undefined;
  }
  return {
    status: error.status,
    type: error.type ?? undefined,
    message: error.error?.message ?? error.message,
    requestID: error.requestID ?? undefined,
  };
}

function outcomeOf(completion) {
  const [choice] = completion.choices;
  const usage = completion.usage;
  return {
    text: choice.message.content ?? '',
    stop: choice.finish_reason ?? undefined,
    tools: (choice.message.tool_calls ?? []).map((c) => ({ name: c.function.name, input: JSON.parse(c.function.arguments) })),
    usage: usage && {
      input: usage.prompt_tokens,
      output: usage.completion_tokens,
      cacheRead: usage.prompt_tokens_details?.cached_tokens,
      thinking: usage.completion_tokens_details?.reasoning_tokens,
    },
    requestID: completion._request_id ?? undefined,
  };
}

const definitions = tools.map(({ name, description, schema }) => ({
  type: 'function',
  function: { name, description, parameters: schema, strict: true },
}));

function request(text, more = {}) {
  return { model, max_completion_tokens: 1000, messages: [{ role: 'user', content: text }], ...more };
}

// call makes one call, streamed or not as the job says, and adds its outcome.
// It returns the message, or nothing when the call failed or was left.
async function call({ job, attempt, piece }, client, params) {
  let message;
  await attempt(async (seen) => {
    if (job.stream) {
      let outcome;
      ({ message, outcome } = await (job.raw ? rawStream : stream)(client, params, job, seen, piece));
      return outcome;
    }
    const completion = await client.chat.completions.create(params);
    ({ message } = completion.choices[0]);
    return outcomeOf(completion);
  });
  return message;
}

// stream reads a stream to its end. What has come stands in seen, in case it fails.
async function stream(client, params, job, seen, piece) {
  const pieces = [];
  const fragments = [];
  const running = client.chat.completions.stream({ ...params, stream_options: { include_usage: true } });
  for await (const chunk of running) {
    const delta = chunk.choices[0]?.delta;
    if (delta?.content) {
      pieces.push(delta.content);
      seen.text = pieces.join('');
      piece(delta.content);
      if (job.leave) return { outcome: { text: seen.text, pieces } };
    }
    for (const called of delta?.tool_calls ?? []) {
      if (called.function?.arguments) fragments.push(called.function.arguments);
    }
  }
  const completion = await running.finalChatCompletion();
  return { message: completion.choices[0].message, outcome: { ...outcomeOf(completion), pieces, fragments } };
}

// rawStream reads the chunks of a text without the SDK's ChatCompletionStream.
async function rawStream(client, params, job, seen, piece) {
  const outcome = { text: '', pieces: [] };
  for await (const chunk of await client.chat.completions.create({ ...params, stream: true })) {
    const [choice] = chunk.choices;
    outcome.stop = choice.finish_reason ?? undefined;
    if (choice.delta.content) {
      outcome.pieces.push(choice.delta.content);
      outcome.text = seen.text = outcome.pieces.join('');
      piece(choice.delta.content);
    }
  }
  return { outcome };
}

async function runner({ job, attempt }, settings) {
  const ran = [];
  const runnable = definitions.map((tool) => ({
    type: 'function',
    function: {
      ...tool.function,
      parse: JSON.parse,
      function: (input) => {
        ran.push({ name: tool.function.name, input });
        return runTool(tool.function.name, input);
      },
    },
  }));
  await attempt(async () => {
    const running = connect(job).chat.completions.runTools({ ...request(question, { tools: runnable }), ...settings });
    const completion = await running.finalChatCompletion();
    ran.sort((a, b) => a.name.localeCompare(b.name));
    return { ...outcomeOf(completion), tools: ran };
  });
}

export const operations = {
  async ask(context) {
    const { job } = context;
    const client = connect(job);
    const params = request('Say hello.', { stop: ['END'], ...(job.model && { model: job.model }), ...(job.tools && { tools: definitions }) });
    for (let i = 0; i < job.times; i++) await call(context, client, params);
  },

  async chat(context) {
    const client = connect(context.job);
    const messages = [];
    for (const text of ['First.', 'Second.', 'Third.']) {
      messages.push({ role: 'user', content: text });
      const message = await call(context, client, { model, messages });
      if (!message) return;
      messages.push(message);
    }
  },

  async tools(context) {
    const client = connect(context.job);
    const messages = [{ role: 'user', content: question }];
    for (;;) {
      const message = await call(context, client, { model, messages, tools: definitions });
      if (!message?.tool_calls?.length) return;
      messages.push(message);
      for (const { id, function: called } of message.tool_calls) {
        messages.push({ role: 'tool', tool_call_id: id, content: runTool(called.name, JSON.parse(called.arguments)) });
      }
    }
  },

  runner: (context) => runner(context, {}),
  'runner-stream': (context) => runner(context, { stream: true }),

  async models({ job, attempt }) {
    const client = connect(job);
    await attempt(async () => {
      const ids = [];
      for await (const info of client.models.list()) ids.push(info.id);
      return { models: ids };
    });
  },

  async model({ job, attempt }) {
    const client = connect(job);
    await attempt(async () => ({ models: [(await client.models.retrieve('course-model')).id] }));
  },

  async schema({ job, attempt }) {
    const response_format = { type: 'json_schema', json_schema: { name: 'weather', strict: true, schema: weatherSchema } };
    await attempt(async () => outcomeOf(await connect(job).chat.completions.create(request(question, { response_format }))));
  },

  async parse({ job, attempt }) {
    const response_format = zodResponseFormat(z.object({ city: z.string(), degrees: z.number().int() }), 'weather');
    await attempt(async () => {
      const completion = await connect(job).chat.completions.parse(request(question, { response_format }));
      return { ...outcomeOf(completion), parsed: completion.choices[0].message.parsed };
    });
  },

  async headers({ job, attempt }) {
    await attempt(async () => outcomeOf(await connect(job).chat.completions.create(request('Say hello.'))));
  },

  async refused({ job, attempt }) {
    const messages = [
      { role: 'user', content: question },
      {
        role: 'assistant',
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_time', arguments: '{"zone":"UTC"}' } }],
      },
      { role: 'user', content: 'Never mind.' },
    ];
    await attempt(async () => outcomeOf(await connect(job).chat.completions.create({ model, messages, tools: definitions })));
  },

  async thinking({ job, attempt }) {
    await attempt(async () => outcomeOf(await connect(job).chat.completions.create(request(question, { reasoning_effort: 'low' }))));
  },
};
