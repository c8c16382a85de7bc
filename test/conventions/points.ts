/** What a user of a command line expects, and the line that shows it. docs/conventions.md is made from this table. */

export interface Point {
  /** One sentence: what is expected of any program. */
  readonly expects: string;
  /** What is typed, in an empty folder, to bash. */
  readonly typed: string;
  readonly status?: number;
  /** What standard output and standard error say; an empty text: nothing. */
  readonly out?: RegExp | '';
  readonly err?: RegExp | '';
  /** What pvg does instead, and why. `typed` shows it. */
  readonly instead?: string;
}

const purchase = '--profile local --product-id gems_100 --package com.example.game';
const lookup = `pvg lookup ${purchase} --receipt demo-recorded`;
/** On a terminal of its own; util-linux has `script`. */
const onTerminal = (line: string): string => `script -qec '${line}' /dev/null < /dev/null`;
const shop =
  'echo my-secret > s && chmod 600 s && pvg profile add shop --environment prod --gateway-url https://gateway.example --client-id c --client-secret-file s -q';
const credentials = (url: string): string =>
  `PVG_ENVIRONMENT=dev PVG_GATEWAY_URL=${url} PVG_CLIENT_ID=demo-client PVG_CLIENT_SECRET=demo-client-secret`;
const verifyOnProd =
  'echo demo-client-secret > s && chmod 600 s && pvg profile add shop --environment prod --gateway-url $EMULATOR --client-id demo-client --client-secret-file s -q && pvg verify --profile shop --product-id gems_100 --package com.example.game --receipt demo-unacknowledged';
const esc = '\u001b';

export const points: Readonly<Record<string, readonly Point[]>> = {
  Help: [
    {
      expects: 'Without words the program prints its help.',
      typed: 'pvg',
      out: /^Examples:[^]*\nUsage: pvg/,
      err: '',
    },
    { expects: '`--help` and `-h` print the same.', typed: 'diff <(pvg --help) <(pvg -h)', out: '' },
    {
      expects: '`--help` works at every command and below it.',
      typed: 'pvg journal find --help',
      out: /Usage: pvg journal find/,
    },
    {
      expects: '`help <command>` is another way to `<command> --help`.',
      typed: 'diff <(pvg help lookup) <(pvg lookup --help)',
      out: '',
    },
    {
      expects: 'Help that was asked for is on standard output.',
      typed: 'pvg --help 2> /dev/null',
      out: /Usage:/,
    },
    {
      expects: 'Help has examples, and they come first.',
      typed: 'pvg sign --help | head -1',
      out: /^Examples:\n$/,
    },
    {
      expects: 'Help needs no file, no profile and no network.',
      typed: 'HOME=/nowhere PVG_CONFIG_DIR=/nowhere pvg lookup --help',
      out: /Usage:/,
      err: '',
    },
    {
      expects: 'Help explains ideas, not only commands.',
      typed: 'pvg help exit-status',
      out: /^Exit statuses:/,
    },
    {
      expects: 'Every command has a man page.',
      typed: 'cd "${PVG%/bin/*}/dist/man" && ls pvg.1.gz pvg-lookup.1.gz pvg-journal-find.1.gz',
      out: /\npvg-lookup\.1\.gz\n/,
    },
    {
      expects: 'The usual shells can complete commands and options.',
      typed: 'pvg completion bash | bash -n',
      out: '',
      err: '',
    },
    {
      expects: 'Help says where to find more.',
      typed: 'pvg --help | tail -2',
      out: /Topics of `pvg help`/,
    },
  ],
  Version: [
    {
      expects: '`--version` prints it on one line, on standard output.',
      typed: 'pvg --version',
      out: /^\d+\.\d+\.\d+\n$/,
      err: '',
    },
    {
      expects: 'The name of the program stands before the version (GNU).',
      typed: 'pvg --version',
      out: /^\d/,
      instead: 'Only the number, as node and npm do, so that a script can compare it.',
    },
    { expects: '`--version` has a short form.', typed: 'pvg -V', out: /^\d+\.\d+\.\d+\n$/ },
  ],
  Options: [
    {
      expects: 'A long option takes its value after `=` or after a blank.',
      typed: 'diff <(pvg sign session --profile local --body=x) <(pvg sign session --profile local --body x)',
      out: '',
    },
    {
      expects: 'Options can stand before or after the other words.',
      typed: 'diff <(pvg explain-error --json 409) <(pvg explain-error 409 --json)',
      out: '',
    },
    { expects: 'One-letter options can be joined.', typed: 'pvg explain-error -qv 409', status: 0, out: '' },
    {
      expects: 'A one-letter option takes its value with or without a blank.',
      typed: 'diff <(pvg sign session -plocal --body x) <(pvg sign session -p local --body x)',
      out: '',
    },
    {
      expects: 'After `--` nothing is an option.',
      typed: 'pvg explain-error -- --json',
      status: 2,
      out: '',
      err: /./,
    },
    {
      expects: '`--` passes the rest to another program unchanged.',
      typed: 'pvg conform -- printf %s --json',
      status: 6,
      out: /^✘/,
    },
    {
      expects: 'Every option has a long name.',
      typed: "pvg lookup --help | grep -E '^  -[a-zA-Z] ' || echo none",
      out: /^none\n$/,
    },
    {
      expects: 'Long options may be shortened while they are clear (GNU).',
      typed: 'pvg explain-error 409 --js',
      status: 2,
      out: '',
      err: /--json/,
      instead: 'Refused, with the nearest option: a script that shortens would break with the next option.',
    },
    {
      expects: 'An unknown option is an error, never ignored.',
      typed: 'pvg vectors --frist',
      status: 2,
      out: '',
      err: /./,
    },
    { expects: 'A word too many is an error.', typed: 'pvg vectors all', status: 2, out: '', err: /./ },
    {
      expects: 'A switch may be given twice.',
      typed: 'pvg explain-error 409 --json --json',
      out: /^\{/,
    },
    {
      expects:
        'Usual things have their usual names: `--quiet`, `--verbose`, `--json`, `--force`, `--dry-run`, `--no-color`, `--no-input`.',
      typed: `${lookup} --quiet --verbose --json --force --dry-run --no-color --no-input`,
      out: /^\{/,
    },
  ],
  Mistakes: [
    {
      expects: 'A mistyped command gets the nearest one.',
      typed: 'pvg lokup',
      status: 2,
      out: '',
      err: /lookup/,
    },
    {
      expects: 'A mistyped option gets the nearest one.',
      typed: 'pvg lookup --profle local',
      status: 2,
      out: '',
      err: /--profile/,
    },
    {
      expects: 'A mistyped command is not run in the place of the right one.',
      typed: 'pvg vector',
      status: 2,
      out: '',
      err: /vectors/,
    },
    {
      expects: 'A wrong value is refused with those that are allowed.',
      typed: 'pvg sign gatway --body x',
      status: 2,
      out: '',
      err: /gateway/,
    },
    {
      expects: 'An error says what to do next.',
      typed: 'pvg lookup --product-id gems_100 --package com.example.game --receipt demo-recorded',
      status: 3,
      out: '',
      err: /pvg profile add/,
    },
    {
      expects: 'An error does not show a stack trace.',
      typed: 'pvg batch missing.csv --profile local',
      status: 2,
      out: '',
      err: /^(?!.*\n {4}at )/s,
    },
    {
      expects: 'A stack trace can be asked for.',
      typed: 'pvg batch missing.csv --profile local --debug',
      status: 2,
      err: /\n {4}at /,
    },
    {
      expects: 'An option that is missing is named.',
      typed: 'pvg lookup --profile local --receipt demo-recorded --no-input',
      status: 2,
      err: /--product-id/,
    },
    {
      expects: 'All input is checked before anything is sent.',
      typed: `pvg lookup ${purchase} --receipt demo-recorded --query 'a['`,
      status: 2,
      err: /--query/,
    },
  ],
  Output: [
    {
      expects: 'Results are on standard output and nothing else is.',
      typed: `${lookup} 2> /dev/null`,
      out: /./,
    },
    {
      expects: 'Errors are on standard error.',
      typed: 'pvg explain-error NO_SUCH_CODE 2> /dev/null',
      status: 2,
      out: '',
    },
    {
      expects: '`--json` prints one object that a program can read.',
      typed: `${lookup} --json | node -e 'JSON.parse(require("fs").readFileSync(0))'`,
      out: '',
      err: '',
    },
    {
      expects: 'With `--json` a failure is JSON, too.',
      typed:
        'pvg lookup --profile nobody --product-id x --package y --receipt demo-recorded --json 2> /dev/null',
      status: 3,
      out: /^\{[^]*"exit": 3/,
    },
    {
      expects: 'A part of the JSON can be picked without another program.',
      typed: `${lookup} --query verdict.id --text`,
      out: /^paid-and-recorded\n$/,
    },
    {
      expects: 'The same input prints the same output.',
      typed: 'diff <(pvg vectors) <(pvg vectors)',
      out: '',
    },
    { expects: 'Output ends with a line break.', typed: 'pvg vectors | tail -c 1 | wc -l', out: /^\s*1\n$/ },
    {
      expects: '`--quiet` prints nothing on success.',
      typed: `${lookup} --quiet`,
      out: '',
      err: '',
    },
    {
      expects: '`--quiet` does not silence an error.',
      typed: 'pvg lookup --profile nobody -q --product-id x --package y --receipt demo-recorded',
      status: 3,
      err: /./,
    },
    {
      expects: '`--verbose` says more on standard error, and changes nothing on standard output.',
      typed: `diff <(${lookup} --json --query answer) <(${lookup} --json --query answer -v)`,
      out: '',
      err: /^> POST http/m,
    },
    {
      expects: 'A list without entries says so and succeeds.',
      typed: 'pvg journal list',
      out: /^The journal is empty\./,
    },
    {
      expects: 'Many results can be read one line at a time.',
      typed: `printf 'receipt,product_id,package\\ndemo-recorded,gems_100,com.example.game\\n' | pvg batch - --profile local -q | wc -l`,
      out: /^\s*1\n$/,
    },
  ],
  'Terminal and colour': [
    {
      expects: 'Without a terminal there are no colours and no other escapes.',
      typed: `${lookup} | grep -c $'\\e' || true`,
      out: /^0\n$/,
    },
    { expects: 'On a terminal there are.', typed: onTerminal(lookup), out: new RegExp(`${esc}\\[`) },
    {
      expects: '`NO_COLOR` turns colours off.',
      typed: `NO_COLOR=1 ${onTerminal(lookup)}`,
      out: new RegExp(`^[^${esc}]*$`),
    },
    {
      expects: '`--no-color` turns colours off.',
      typed: onTerminal(`${lookup} --no-color`),
      out: new RegExp(`^[^${esc}]*$`),
    },
    {
      expects: '`TERM=dumb` turns colours off.',
      typed: `TERM=dumb ${onTerminal(lookup)}`,
      out: new RegExp(`^[^${esc}]*$`),
    },
    {
      expects: '`FORCE_COLOR` turns colours on in a pipe.',
      typed: `FORCE_COLOR=1 ${lookup} | cat`,
      out: new RegExp(`${esc}\\[`),
    },
    {
      expects: 'JSON has no colours, even on a terminal.',
      typed: onTerminal(`${lookup} --json`),
      out: new RegExp(`^[^${esc}]*$`),
    },
    {
      expects: 'Text fits the width of the terminal.',
      typed: 'COLUMNS=60 pvg help service | LC_ALL=C.UTF-8 wc -L',
      out: /^\s*(60|[1-5]\d)\n$/,
    },
    {
      expects: 'Text is UTF-8 in every locale, and is not cut within a character.',
      typed: 'LC_ALL=C pvg help json | iconv -f UTF-8 -t UTF-8 > /dev/null',
      out: '',
      err: '',
    },
    {
      expects: 'Control characters from elsewhere do not reach the terminal.',
      typed: "pvg explain-error $'NO\\e[31mCODE' 2>&1 | grep -c $'\\e' || true",
      out: /^0\n$/,
    },
    {
      expects: 'Symbols and drawn tables can be switched off.',
      typed: `ACCESSIBLE=1 ${onTerminal('pvg profile list')} | grep -c '[─│]' || true`,
      out: /^0\n$/,
    },
  ],
  'Input and pipes': [
    {
      expects: '`-` is standard input.',
      typed: 'printf x | pvg sign session --profile local --body -',
      out: /X-Signature/,
    },
    {
      expects: 'A file can be given in the place of a text.',
      typed: 'printf x > body && pvg sign session --profile local --body @body',
      out: /X-Signature/,
    },
    {
      expects: 'An empty pipe is an error, not a wait.',
      typed: 'pvg diagnose - < /dev/null',
      status: 2,
      err: /./,
    },
    {
      expects: 'Without a terminal nothing is asked.',
      typed: 'pvg lookup --profile local --receipt demo-recorded < /dev/null',
      status: 2,
      err: /--product-id/,
    },
    {
      expects: '`--no-input` asks nothing on a terminal, too.',
      typed: onTerminal('pvg lookup --profile local --receipt demo-recorded --no-input'),
      status: 2,
      out: /--product-id/,
    },
    {
      expects: 'A reader that leaves early ends the program, without a message.',
      typed: 'set -o pipefail; pvg vectors --json | true',
      status: 141,
      err: '',
    },
    {
      expects: 'A full disk is an error.',
      typed: 'pvg vectors > /dev/full',
      status: 14,
      err: /standard output/,
    },
    {
      expects: 'A slow reader gets everything.',
      typed: 'pvg vectors | (sleep 0.3; tail -c 2)',
      out: /[\]}]\n$/,
    },
  ],
  'Exit status and signals': [
    { expects: '0 is success, everything else is not.', typed: lookup, status: 0 },
    { expects: 'Wrong usage has its own status.', typed: 'pvg lookup --nothing', status: 2 },
    {
      expects: 'Statuses are those of `sysexits.h` (64 to 78).',
      typed: 'pvg help exit-status | grep -cE "^ +(6[4-9]|7[0-8]) " || true',
      out: /^0\n$/,
      instead: 'Small numbers of its own: a verdict needs statuses that `sysexits.h` does not have.',
    },
    { expects: 'Statuses are listed.', typed: 'pvg help exit-status | grep -c "^ *[0-9]"', out: /^[1-9]/ },
    {
      expects: 'Ctrl-C ends it with 130.',
      typed: 'timeout --preserve-status -s INT 1 pvg sign session --profile local --body - < <(sleep 3)',
      status: 130,
    },
    {
      expects: 'SIGTERM ends it with 143.',
      typed: 'timeout --preserve-status -s TERM 1 pvg sign session --profile local --body - < <(sleep 3)',
      status: 143,
    },
    {
      expects: 'A server ends well when it is told to.',
      typed: 'pvg emulate --port 0 --ready-file up & until [ -e up ]; do sleep 0.1; done; kill $!; wait $!',
      status: 0,
      err: /listening/,
    },
  ],
  'Secrets and dangerous things': [
    {
      expects: 'No option takes a secret: others can read the list of processes.',
      typed: 'pvg profile add shop --client-secret my-secret',
      status: 2,
      out: '',
      err: /^(?!.*my-secret).*--client-secret-file/s,
    },
    {
      expects: 'A secret can come from a file or from standard input.',
      typed:
        'echo my-secret | pvg profile add shop --environment prod --gateway-url https://gateway.example --client-id c --client-secret-file - -q && pvg profile show shop',
      out: /client secret: sha256:186ef76e9d6a/,
    },
    {
      expects: 'A secret is never printed.',
      typed: `${shop} && pvg profile show shop --json | grep -c my-secret || true`,
      out: /^0\n$/,
    },
    {
      expects: 'Stored secrets are readable by their owner only.',
      typed: `${shop} && find .config -type f -perm /077 | wc -l`,
      out: /^\s*0\n$/,
    },
    {
      expects: 'A mistyped word that may be a secret is not repeated.',
      typed: 'pvg lookup S3cr3tW0rd! --nothing',
      status: 2,
      err: /^(?!.*S3cr3t)/s,
    },
    {
      expects: 'What cannot be undone needs a confirmation.',
      typed: `${shop} && pvg profile purge shop < /dev/null`,
      status: 13,
      err: /--confirm/,
    },
    {
      expects: 'What costs something in production is refused without a confirmation.',
      typed: verifyOnProd,
      status: 13,
      err: /^✘ No verify was sent/,
    },
    {
      expects: 'The confirmation names the thing: another name is refused, too.',
      typed: `set -- --confirm yes; ${verifyOnProd} "$@"`,
      status: 13,
      err: /^✘ --confirm does not have the profile’s name/,
    },
    {
      expects: 'With the confirmation a script does it without a question.',
      typed: `set -- --confirm shop; ${verifyOnProd} "$@"`,
      out: /the gateway has now recorded it/,
    },
    {
      expects: '`--dry-run` shows what would be sent, and sends nothing.',
      typed: `${credentials('http://127.0.0.1:1')} pvg lookup --product-id x --package y --receipt demo-recorded --dry-run --as curl`,
      out: /^curl /,
    },
    {
      expects: 'A file that exists is not replaced, unless this is asked for.',
      typed: `touch page.html && ${lookup} --report page.html`,
      status: 2,
      err: /--overwrite/,
    },
  ],
  'Configuration and files': [
    {
      expects: 'An option wins over a variable.',
      typed: `PVG_PROFILE=nobody ${lookup}`,
      out: /./,
    },
    {
      expects: 'You can see where each value comes from.',
      typed: `${shop} && pvg profile show shop`,
      out: /\(profile shop\)/,
    },
    {
      expects: 'Files are where XDG wants them.',
      typed: `export XDG_CONFIG_HOME=$PWD/c && ${shop} && ls c`,
      out: /^pvg\n$/,
    },
    {
      expects: 'Nothing is written into the home folder itself or into the working folder.',
      typed: `mkdir w && cd w && ${lookup} > /dev/null && ls -A . .. | grep -vE '^(\\.local|\\.cache|w|\\.:|\\.\\.:|)$' || echo none`,
      out: /^none\n$/,
    },
    {
      expects: 'It runs where nothing can be written.',
      typed: `HOME=/dev/null XDG_CACHE_HOME=/dev/null ${lookup}`,
      status: 0,
      out: /./,
    },
    { expects: 'It runs without any setup.', typed: lookup, status: 0, out: /./ },
    {
      expects: 'An environment variable with a wrong value is an error.',
      typed:
        'PVG_ENVIRONMENT=test PVG_GATEWAY_URL=https://gateway.example pvg lookup --product-id x --package y --receipt demo-recorded',
      status: 3,
      err: /PVG_ENVIRONMENT/,
    },
    {
      expects: 'All variables have one prefix, and are listed.',
      typed: 'pvg help environment | grep -c " PVG_"',
      out: /^[1-9]\d\n$/,
    },
  ],
  'Network and time': [
    {
      expects: 'Only commands that call the service use the network; nothing is reported to anybody.',
      typed: `echo 'require("net").Socket.prototype.connect = () => process.exit(99)' > no-network.cjs; export NODE_OPTIONS="--require $PWD/no-network.cjs" ${credentials('$EMULATOR')}; pvg doctor > /dev/null; echo $?; pvg lookup --product-id x --package y --receipt demo-recorded; echo $?`,
      out: /^0\n99\n$/,
    },
    {
      expects: 'The usual variables name the proxy.',
      typed: `HTTPS_PROXY=http://127.0.0.1:1 ${credentials('https://gateway.example')} pvg lookup --product-id x --package y --receipt demo-recorded --retries 0`,
      status: 11,
      err: /proxy 127\.0\.0\.1:1/,
    },
    {
      expects: 'Every wait has a limit that can be set.',
      typed: `${credentials('$SILENT')} timeout 60 pvg lookup --product-id x --package y --receipt demo-recorded --timeout 0.5 --retries 0`,
      status: 10,
      err: /no answer within 0\.5 s/,
    },
    {
      expects: 'An address that cannot be reached is named, with the cause.',
      typed:
        'PVG_ENVIRONMENT=dev PVG_GATEWAY_URL=http://127.0.0.1:1 PVG_CLIENT_ID=c PVG_CLIENT_SECRET=s pvg lookup --product-id x --package y --receipt demo-recorded --retries 0',
      status: 11,
      err: /127\.0\.0\.1:1/,
    },
    {
      expects: 'Long work can be resumed.',
      typed: `printf 'receipt,product_id,package\\ndemo-recorded,gems_100,com.example.game\\n' > in.csv && pvg batch in.csv --profile local --out out.ndjson -q && pvg batch in.csv --profile local --out out.ndjson --resume -q && wc -l < out.ndjson`,
      out: /^\s*1\n$/,
    },
    {
      expects: 'Reading twice changes nothing.',
      typed: `diff <(${lookup} --query answer) <(${lookup} --query answer)`,
      out: '',
    },
    {
      expects: 'Writing twice is recognised.',
      typed: `pvg verify ${purchase} --receipt demo-purchased -q; pvg verify ${purchase} --receipt demo-purchased`,
      status: 7,
    },
    { expects: 'Help waits for nothing.', typed: 'timeout 60 pvg --help', out: /Usage/ },
  ],
};
