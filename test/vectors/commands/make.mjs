// Runs command lines with the real bash, curl, GNU Wget and HTTPie against a local port and keeps the bytes that arrived.
// cd test/vectors/commands && for program in curl wget httpie; do node make.mjs $program > $program.json; done
import { spawnSync, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const U = 'http://127.0.0.1:PORT/xmdt/session';
const H = 'http --ignore-stdin';

const sets = { curl: [
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
  `curl ${U} -d x -H 'Content-Type:'`,
],
wget: [
  `wget -qO- --post-data='{"gameId":"demo"}' --header='X-Signature: ab' ${U}`,
  `wget -q -O /dev/null --post-data '{"a":"é"}' --header "Content-Type: application/json" ${U}`,
  `wget -qO- --method PUT --body-data 'x' ${U}`,
  `wget -qO- --post-data=@body.json -U agent/1 --referer=ref ${U}`,
  `wget -nv -t 1 -T 5 -O /dev/null --post-data "a\nb" ${U}`,
  `wget -qO- --post-data='' ${U}`,
  `B='{"a": 1}'; wget -qO- --post-data="$B" ${U}`,
  `wget -qO- ${U}`,
],
httpie: [
  `${H} POST ${U} X-Signature:ab gameId=demo username=player-42`,
  `${H} ${U} os_id:=1 name=é big:=12345678901234567890 'f:=1.0' g:=1e2 'o:={"b": [1,2], "b": 2, "c": {}}' n:=null t:=true`,
  `${H} ${U} a=1 b=2 a=3`,
  `${H} ${U} 'smile=😀 "quoted" \\/ tab\t'`,
  `${H} ${U} --raw '{"a":"é"}'`,
  `${H} --raw='{"a": 1}' PUT ${U} Content-Type:text/x 'X-Empty;' 'X-Two:  spaced '`,
  `echo -n '{"a":1}' | http POST ${U}`,
  `${H} ${U} a=1 q==x 'r==y z'`,
  `${H} -v --timeout=5 -p h -a user:pass POST ${U} a=1`,
  `${H} --json POST ${U}`,
  `${H} ${U} Accept:x/y`,
  `${H} DELETE ${U}`,
  `${H} ${U} =x`,
],
};
const commands = sets[process.argv[2]];
const folder = mkdtempSync(join(tmpdir(), 'commands-'));

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
      const child = spawn('bash', ['-c', line], { stdio: 'ignore', cwd: folder });
      child.on('exit', () => {
        server.close();
        resolve({ command, requests });
      });
    });
  });

const cases = [];
for (const command of commands) cases.push(await run(command));
const programs = { curl: 'curl --version', wget: 'wget --version', httpie: 'echo HTTPie $(http --version)' };
const shown = spawnSync('bash', ['-c', `${programs[process.argv[2]]} | head -1; echo bash $BASH_VERSION`], { encoding: 'utf8' }).stdout;
console.log(JSON.stringify({ made: shown.trim().replace('\n', ', '), cases }, null, 1));
