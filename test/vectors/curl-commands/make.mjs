// Runs command lines with the real bash and curl against a local port and keeps the bytes that arrived.
// node test/vectors/curl-commands/make.mjs > test/vectors/curl-commands/cases.json
import { spawnSync, spawn } from 'node:child_process';
import { createServer } from 'node:net';

const U = 'http://127.0.0.1:PORT/xmdt/session';
const commands = [
  `curl ${U} -H 'X-Signature: ab' -d '{"gameId":"demo","username":"é 😀"}'`,
  `curl -sS -X POST ${U} -H "X-Signature: ab" -d "{\\"gameId\\":\\"demo\\",\\"path\\":\\"a\\\\/b\\"}"`,
  `curl -sSXPOST ${U} -HX-Signature:ab -d'{"a":1}'`,
  `curl --url ${U} \\\n  --header 'X-Signature: ab' \\\n  --data-binary '{"a":\n1}'\n`,
  `curl ${U} -d a=1 -d b=2 --data-raw @c --data-urlencode 'd=é &/'`,
  `curl ${U} --data-urlencode 'é~-._ ' --data-urlencode '=x y' --data-urlencode 'n=a@b'`,
  `curl ${U} --data-binary $'{"a":"\\u00e9\\x41\\101\\n\\t\\'"}'`,
  `curl ${U} -d $'ab\\0cd'ef`,
  `printf '{"a":"\\303\\251","b":"\\047\\134\\045"}\\012' | curl ${U} --data-binary @-`,
  `printf '%s' '{"a":"%d\\n"}' | curl ${U} --data-binary @-`,
  `printf '%s\\n' '{"a":1}' 'b' | curl ${U} -d @-`,
  `echo '{"a":1}' | curl ${U} --data-binary @-`,
  `echo -n '{"a":1}' | curl ${U} --data-binary @-`,
  `echo -e '{"a":\\t1}' | curl ${U} --data-binary @-`,
  `echo '{"a":1}' | curl ${U} -d @-`,
  `curl ${U} --data-binary @- <<'EOF'\n{"a": "$x \\\\n"}\nEOF\n`,
  `V=42; curl ${U} --data-binary @- <<EOF\n{"a": "$V \\$x \\\\ \\n"}\nEOF\n`,
  `cat <<-EOF | curl ${U} -d @-\n\t{"a":\n\t1}\n\tEOF\n`,
  `curl ${U} --data-binary @- <<< '{"a":1}'`,
  `BODY='{"a":"x  y"}'\ncurl ${U} -H "X-Signature: ab" -d "$BODY"`,
  `BODY='{"a":1}' ; SIG=abc\ncurl ${U} -H "X-Signature: \${SIG}" --data-raw "\${BODY}" # a comment`,
  `BODY='{"a": 1}'; curl -s ${U} -d $BODY`,
  `N=; curl $N -s ${U} -d "a$N"`,
  `FOO=bar curl ${U} -d "x" && true`,
  `curl ${U} --json '{"a":1}'`,
  `curl ${U} --json '{"a":' --json '1}' -H 'Content-Type: application/vnd.x'`,
  `curl ${U} -d ''`,
  `curl ${U} -X POST`,
  `curl -G ${U} -d a=1`,
  `curl ${U} -u user:pässword -A agent/1 -e ref -b c=1 -d x`,
  `curl ${U} -H 'X-Empty;' -H 'Accept:' -H 'X-Two:   spaced  ' -d x`,
  `curl ${U} -o /dev/null -w '%{http_code}' -m 5 --connect-timeout 3 -d x`,
  `curl -k -s ${U} -d "a\`true\`b" || true`,
  `curl ${U} -d 'a'"b"c\\ d\\"e`,
  `curl ${U} -d "a\\$b\\qc\\\\d"`,
  `curl ${U} -d a -s 2>/dev/null >/dev/null`,
  `curl ${U} --data-binary '{"a":1}\r\n'`,
  `curl ${U} -d "$(printf 'x')"`,
  `curl ${U} -d 'x' --next ${U} -d 'y'`,
];

const run = (command) =>
  new Promise((resolve) => {
    const requests = [];
    const server = createServer((socket) => {
      let got = Buffer.alloc(0);
      socket.on('error', () => {});
      socket.on('data', (data) => {
        got = Buffer.concat([got, data]);
        for (;;) {
          const end = got.indexOf('\r\n\r\n');
          if (end === -1) return;
          const head = got.toString('latin1', 0, end);
          const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
          if (got.length < end + 4 + length) return;
          requests.push({ head: Buffer.from(head, 'latin1').toString('utf8').split('\r\n'), body: got.subarray(end + 4, end + 4 + length).toString('base64') });
          got = got.subarray(end + 4 + length);
          socket.write('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
        }
      });
    });
    server.listen(0, '127.0.0.1', () => {
      const line = command.replaceAll('PORT', String(server.address().port));
      const child = spawn('bash', ['-c', line], { stdio: 'ignore' });
      child.on('exit', () => {
        server.close();
        resolve({ command, requests });
      });
    });
  });

const cases = [];
for (const command of commands) cases.push(await run(command));
const version = spawnSync('curl', ['--version'], { encoding: 'utf8' }).stdout.split(' ').slice(0, 2).join(' ');
const shown = spawnSync('bash', ['-c', 'echo $BASH_VERSION'], { encoding: 'utf8' }).stdout.trim();
console.log(JSON.stringify({ made: `${version}, bash ${shown}`, cases }, null, 1));
