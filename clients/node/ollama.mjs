// The Ollama library for JavaScript.
import { Ollama } from 'ollama';
import { question, runTool, tools, weatherSchema } from './outcome.mjs';

const model = 'gpt-oss'; // it takes a level of thinking

function connect(job) {
  return new Ollama({ host: job.baseURL });
}

// The library does not export the class of its errors.
export function describe(error) {
  if (error?.name !== 'ResponseError') {
    return undefined;
  }
  return { status: error.status_code, message: error.error };
}

function outcomeOf(reply) {
  return {
    text: reply.message.content,
    thinking: reply.message.thinking,
    stop: reply.done_reason,
    tools: (reply.message.tool_calls ?? []).map((c) => ({ name: c.function.name, input: c.function.arguments })),
    usage: reply.done ? { input: reply.prompt_eval_count, output: reply.eval_count } : undefined,
  };
}

const definitions = tools.map(({ name, description, schema }) => ({
  type: 'function',
  function: { name, description, parameters: schema },
}));

// call makes one call, streamed or not as the job says, and adds its outcome.
// It returns the message, or nothing when the call failed or was left.
async function call({ job, attempt, piece }, client, params) {
  let message;
  await attempt(async (seen) => {
    if (job.stream) {
      let outcome;
      ({ message, outcome } = await stream(client, params, job, seen, piece));
      return outcome;
    }
    const reply = await client.chat(params);
    ({ message } = reply);
    return outcomeOf(reply);
  });
  return message;
}

// stream reads a stream to its end. What has come stands in seen, in case it
// fails. The library does not put the parts together.
async function stream(client, params, job, seen, piece) {
  const message = { role: 'assistant', content: '', thinking: '', tool_calls: [] };
  const pieces = [];
  let last;
  const running = await client.chat({ ...params, stream: true });
  for await (const part of running) {
    const { content = '', thinking = '', tool_calls = [] } = part.message;
    message.content += content;
    message.thinking += thinking;
    message.tool_calls.push(...tool_calls);
    last = part;
    if (content) {
      pieces.push(content);
      seen.text = pieces.join('');
      piece(content);
      if (job.leave) {
        running.abort();
        return { outcome: { text: seen.text, pieces } };
      }
    }
  }
  return { message, outcome: { ...outcomeOf({ ...last, message }), pieces } };
}

export const operations = {
  async ask(context) {
    const { job } = context;
    const client = connect(job);
    const messages = [{ role: 'user', content: 'Say hello.' }];
    const params = { model: job.model || model, messages, options: { stop: ['END'] }, ...(job.tools && { tools: definitions }) };
    for (let i = 0; i < job.times; i++) await call(context, client, params);
  },

  async chat(context) {
    const client = connect(context.job);
    const messages = [];
    for (const text of ['First.', 'Second.', 'Third.']) {
      messages.push({ role: 'user', content: text });
      const message = await call(context, client, { model, messages, think: true });
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
      for (const { function: called } of message.tool_calls) {
        messages.push({ role: 'tool', tool_name: called.name, content: runTool(called.name, called.arguments) });
      }
    }
  },

  async models({ job, attempt }) {
    const client = connect(job);
    await attempt(async () => ({ models: (await client.list()).models.map((m) => m.name) }));
  },

  async model({ job, attempt }) {
    const client = connect(job);
    await attempt(async () => {
      await client.show({ model: 'course-model' });
      return { models: ['course-model'] };
    });
  },

  async schema({ job, attempt }) {
    const messages = [{ role: 'user', content: question }];
    await attempt(async () => outcomeOf(await connect(job).chat({ model, messages, format: weatherSchema })));
  },

  async headers({ job, attempt }) {
    const messages = [{ role: 'user', content: 'Say hello.' }];
    await attempt(async () => outcomeOf(await connect(job).chat({ model, messages })));
  },

  async thinking({ job, attempt }) {
    const messages = [{ role: 'user', content: question }];
    await attempt(async () => outcomeOf(await connect(job).chat({ model, messages, think: 'low' })));
  },
};
