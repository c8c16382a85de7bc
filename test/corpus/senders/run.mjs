/** Starts every sender whose language is installed; gives what each signed. Builds go to a temporary folder. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = `${import.meta.dirname}/`;
const jars = ['jackson-databind', 'jackson-core', 'jackson-annotations', 'gson']
  .map((jar) => `/usr/share/java/${jar}.jar`)
  .join(':');

const senders = (bin) => ({
  python: { run: ['python3', `${here}sender.py`] },
  php: { run: ['php', `${here}sender.php`] },
  ruby: { run: ['ruby', `${here}sender.rb`] },
  node: { run: ['node', `${here}sender.mjs`] },
  perl: { run: ['perl', `${here}sender.pl`] },
  lua: { run: ['lua', `${here}sender.lua`] },
  bash: { run: ['bash', `${here}sender.sh`] },
  tcl: { run: ['tclsh', `${here}sender.tcl`] },
  go: {
    build: ['go', ['build', '-o', join(bin, 'gosender'), '.'], `${here}go`],
    run: [join(bin, 'gosender')],
  },
  java: {
    build: ['javac', ['-nowarn', '-cp', jars, '-d', bin, 'Sender.java'], `${here}java`],
    run: ['java', '-Dfile.encoding=UTF-8', '-cp', `${jars}:${bin}`, 'Sender'],
  },
  csharp: {
    build: [
      'mcs',
      [
        `-out:${join(bin, 'sender.exe')}`,
        '-pkg:newtonsoft-json',
        '-r:System.Web.Extensions',
        'Sender.cs',
      ],
      `${here}cs`,
    ],
    run: ['mono', join(bin, 'sender.exe')],
  },
  cpp: {
    build: [
      'g++',
      ['-std=c++17', '-O1', '-w', '-o', join(bin, 'cppsender'), 'sender.cpp', '-lcrypto'],
      `${here}cpp`,
    ],
    run: [join(bin, 'cppsender')],
  },
});

/** jobs: {n, body: Buffer, secret, clientId, timestamp, scheme}. Answers: {n, form, kind, bytes}. */
export function askSenders(jobs, say = () => {}) {
  const input = jobs
    .map((job) =>
      [
        job.n,
        job.body.toString('base64'),
        Buffer.from(job.secret).toString('base64'),
        job.clientId,
        job.timestamp,
        job.scheme,
      ].join('\t'),
    )
    .join('\n');
  const bin = mkdtempSync(join(tmpdir(), 'pvg-corpus-'));
  const answers = [];
  for (const [language, { build, run }] of Object.entries(senders(bin))) {
    try {
      if (build) execFileSync(build[0], build[1], { cwd: build[2], stdio: 'pipe' });
    } catch (error) {
      say(`${language}: not built (${String(error.stderr ?? error).slice(0, 400)})`);
      continue;
    }
    const done = spawnSync(run[0], run.slice(1), {
      input: `${input}\n`,
      maxBuffer: 1 << 30,
      env: { ...process.env, LC_ALL: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1' },
    });
    const lines = String(done.stdout ?? '')
      .split('\n')
      .filter(Boolean);
    for (const line of lines) {
      const [n, form, kind, text] = line.split('\t');
      answers.push({ n: Number(n), form, kind, bytes: Buffer.from(text ?? '', 'base64') });
    }
    say(
      `${language}: ${lines.length} answers${done.status === 0 ? '' : ` (status ${done.status}: ${String(done.stderr).slice(0, 400)})`}`,
    );
  }
  rmSync(bin, { recursive: true, force: true });
  return answers;
}
