// Drives one client of a model provider.
//
//   node run.mjs CLIENT              jobs as JSON lines on standard input
//   node run.mjs CLIENT JOB BASEURL  one job, by hand: JOB is {"op":"ask","times":1}
//
// A job is {id, baseURL, op, times, retries, stream, raw, leave, tools}, as
// client_test.go explains; outcome.mjs says what its answer looks like. Jobs run side by side. Lines on standard output:
//
//   {"id": 1, "piece": "Hel"}        a piece of text has just come
//   {"id": 1, "outcomes": [...]}     the job is done
//   {"id": 1, "failed": "..."}       the job could not be done: a bug here
import readline from 'node:readline';
import { outcomeOfError } from './outcome.mjs';

const clients = { anthropic: './anthropic.mjs', openai: './openai.mjs', ollama: './ollama.mjs' };

// Standard output belongs to the protocol; what a client prints goes elsewhere.
console.log = console.error;
console.info = console.error;

function say(line) {
  process.stdout.write(JSON.stringify(line) + '\n');
}

async function run(client, job) {
  const op = client.operations[job.op];
  if (!op) {
    say({ id: job.id, failed: `no operation ${job.op}` });
    return;
  }
  const outcomes = [];
  const context = {
    job,
    piece: (text) => say({ id: job.id, piece: text }),
    // attempt adds what one call brought: an outcome, or the client's error.
    attempt: async (call) => {
      const seen = {};
      try {
        outcomes.push(await call(seen));
      } catch (error) {
        outcomes.push({ ...seen, error: outcomeOfError(error, client.describe) });
      }
      return outcomes.at(-1);
    },
  };
  try {
    await op(context);
    say({ id: job.id, outcomes });
  } catch (error) {
    say({ id: job.id, failed: String(error?.stack ?? error) });
  }
}

const [name, job, baseURL] = process.argv.slice(2);
if (!clients[name]) {
  process.stderr.write(`usage: node run.mjs ${Object.keys(clients).join('|')} [JOB BASEURL]\n`);
  process.exit(2);
}
const client = await import(clients[name]);
if (job) {
  await run(client, { id: 0, times: 1, retries: 0, ...JSON.parse(job), baseURL });
} else {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    run(client, JSON.parse(line));
  }
}
