// The official Anthropic SDK for TypeScript.
import Anthropic from '@anthropic-ai/sdk';
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import { z } from 'zod';
import { question, runTool, tools, weatherSchema } from './outcome.mjs';

const model = 'claude-opus-5-5';

function connect(job, more = {}) {
  const apiKey = job.badKey ? 'sk-ant-invalid-0000' : 'sk-ant-fake-0000';
  return new Anthropic({ apiKey, authToken: null, baseURL: job.baseURL, maxRetries: job.retries, ...more });
}

export function describe(error) {
  if (!(error instanceof Anthropic.APIError) || error instanceof Anthropic.APIConnectionError) {
    return undefined;
  }
  return {
    status: error.status,
    type: error.type ?? undefined,
    message: error.apiMessage ?? error.message,
    requestID: error.requestID ?? undefined,
  };
}

function outcomeOf(message) {
  const texts = (type, key) => message.content.filter((b) => b.type === type).map((b) => b[key]).join('');
  return {
    text: texts('text', 'text'),
    thinking: texts('thinking', 'thinking'),
    stop: message.stop_reason ?? undefined,
    stopSequence: message.stop_sequence ?? undefined,
    tools: message.content.filter((b) => b.type === 'tool_use').map(({ name, input }) => ({ name, input })),
    usage: {
      input: message.usage.input_tokens,
      output: message.usage.output_tokens,
      cacheRead: message.usage.cache_read_input_tokens,
      cacheWritten: message.usage.cache_creation_input_tokens,
      thinking: message.usage.output_tokens_details?.thinking_tokens,
    },
    requestID: message._request_id ?? undefined,
  };
}

const definitions = tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema }));

function request(text, more = {}) {
  return { model, max_tokens: 1000, messages: [{ role: 'user', content: text }], ...more };
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
    message = await client.messages.create(params);
    return outcomeOf(message);
  });
  return message;
}

// stream reads a stream to its end. What has come stands in seen, in case it fails.
async function stream(client, params, job, seen, piece) {
  const pieces = [];
  const fragments = [];
  const running = client.messages.stream(params);
  for await (const event of running) {
    if (event.type !== 'content_block_delta') continue;
    if (event.delta.type === 'text_delta') {
      pieces.push(event.delta.text);
      seen.text = pieces.join('');
      piece(event.delta.text);
      if (job.leave) return { outcome: { text: seen.text, pieces } };
    } else if (event.delta.type === 'input_json_delta' && event.delta.partial_json) {
      fragments.push(event.delta.partial_json);
    }
  }
  const message = await running.finalMessage();
  return { message, outcome: { ...outcomeOf(message), requestID: running.request_id ?? undefined, pieces, fragments } };
}

// rawStream reads the events of a text without the SDK's MessageStream.
async function rawStream(client, params, job, seen, piece) {
  const outcome = { text: '', pieces: [] };
  for await (const event of await client.messages.create({ ...params, stream: true })) {
    if (event.type === 'content_block_delta') {
      outcome.pieces.push(event.delta.text);
      outcome.text = seen.text = outcome.pieces.join('');
      piece(event.delta.text);
    } else if (event.type === 'message_delta') {
      outcome.stop = event.delta.stop_reason;
    }
  }
  return { outcome };
}

async function runner({ job, attempt }, settings) {
  const ran = [];
  const runnable = definitions.map((tool) => ({
    ...tool,
    type: 'custom',
    parse: (input) => input,
    run: (input) => {
      ran.push({ name: tool.name, input });
      return runTool(tool.name, input);
    },
  }));
  await attempt(async () => {
    const message = await connect(job).beta.messages.toolRunner({ ...request(question), tools: runnable, ...settings }).runUntilDone();
    ran.sort((a, b) => a.name.localeCompare(b.name));
    return { ...outcomeOf(message), tools: ran };
  });
}

export const operations = {
  async ask(context) {
    const { job } = context;
    const client = connect(job);
    const params = request('Say hello.', { stop_sequences: ['END'], ...(job.model && { model: job.model }), ...(job.tools && { tools: definitions }) });
    for (let i = 0; i < job.times; i++) await call(context, client, params);
  },

  async chat(context) {
    const client = connect(context.job);
    const messages = [];
    for (const text of ['First.', 'Second.', 'Third.']) {
      messages.push({ role: 'user', content: text });
      const message = await call(context, client, { model, max_tokens: 1000, messages });
      if (!message) return;
      messages.push({ role: message.role, content: message.content });
    }
  },

  async tools(context) {
    const client = connect(context.job);
    const messages = [{ role: 'user', content: question }];
    for (;;) {
      const message = await call(context, client, { model, max_tokens: 1000, messages, tools: definitions });
      const calls = message?.content.filter((b) => b.type === 'tool_use') ?? [];
      if (calls.length === 0) return;
      messages.push({ role: message.role, content: message.content });
      messages.push({
        role: 'user',
        content: calls.map((b) => ({ type: 'tool_result', tool_use_id: b.id, content: runTool(b.name, b.input) })),
      });
    }
  },

  runner: (context) => runner(context, { thread: false }),
  'runner-thread': (context) => runner(context, {}),
  'runner-stream': (context) => runner(context, { thread: false, stream: true }),

  async count({ job, attempt }) {
    const client = connect(job);
    const messages = [{ role: 'user', content: question }];
    await attempt(async () => {
      const count = await client.messages.countTokens({ model, messages });
      return { tokens: count.input_tokens };
    });
    await attempt(async () => outcomeOf(await client.messages.create({ model, max_tokens: 1000, messages })));
  },

  async models({ job, attempt }) {
    const client = connect(job);
    await attempt(async () => {
      const ids = [];
      for await (const info of client.models.list({ limit: 10 })) ids.push(info.id);
      return { models: ids };
    });
  },

  async model({ job, attempt }) {
    const client = connect(job);
    await attempt(async () => ({ models: [(await client.models.retrieve('course-model')).id] }));
  },

  async schema({ job, attempt }) {
    const format = { type: 'json_schema', schema: weatherSchema };
    await attempt(async () => outcomeOf(await connect(job).messages.create(request(question, { output_config: { format } }))));
  },

  async parse({ job, attempt }) {
    const format = zodOutputFormat(z.object({ city: z.string(), degrees: z.number().int() }));
    await attempt(async () => {
      const message = await connect(job).messages.parse(request(question, { output_config: { format } }));
      return { ...outcomeOf(message), parsed: message.parsed_output };
    });
  },

  async headers({ job, attempt }) {
    const ways = [
      {},
      { apiKey: null, authToken: 'sk-ant-fake-0000' },
      { apiKey: null, defaultHeaders: { 'x-api-key': 'sk-ant-fake-0000' } },
      { defaultHeaders: { 'anthropic-version': '2023-06-01' } },
    ];
    for (const way of ways) {
      await attempt(async () => outcomeOf(await connect(job, way).messages.create(request('Say hello.'))));
    }
  },

  async cache({ job, attempt }) {
    const system = [{ type: 'text', text: 'Bees make honey. '.repeat(300), cache_control: { type: 'ephemeral' } }];
    for (const text of ['First.', 'Second.']) {
      await attempt(async () => outcomeOf(await connect(job).messages.create(request(text, { system }))));
    }
  },

  async refused({ job, attempt }) {
    const messages = [
      { role: 'user', content: question },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'get_time', input: { zone: 'UTC' } }] },
      { role: 'user', content: 'Never mind.' },
    ];
    await attempt(async () => outcomeOf(await connect(job).messages.create({ model, max_tokens: 1000, messages, tools: definitions })));
  },

  async thinking({ job, attempt }) {
    const params = request(question, { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'low' } });
    await attempt(async () => outcomeOf(await connect(job).messages.create(params)));
  },
};
