/** The bodies of the corpus: what game servers really post, each in the wire form its own stack gives it. */
import { randomOf } from './random.mjs';

const random = randomOf(20260);
const alnum = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const token = (n) => `${random.text('abcdefghijklmnop', 24)}.AO-J1O${random.text(alnum + '-_', n)}`;
const q = JSON.stringify;

// Hand-written: number spellings and member order are part of each case, so these are texts, not objects.
const session = [
  '{"gameId":"kiem-the","username":"nguyenvana"}',
  '{"gameId":"vltk","username":"Nguyễn Văn Anh","serverId":"s12","roleId":"880012"}',
  '{"username":"player_10001","gameId":"rong-xanh","serverId":"1","roleId":"r/7"}',
  '{"gameId":"g01","username":"小龙女","serverId":"华东-3","roleId":"玩家<001>"}',
  '{"gameId":"fury","username":"🎮 pro⚔️gamer","serverId":"S-07","roleId":"9007199254740993"}',
  '{"gameId":"moba5v5","username":"o\'neil & sons","serverId":"eu/west-1","extra":{"device":"Pixel 7","os":"Android 14"}}',
  '{"gameId":"tlbb","username":"Đặng Thị Rương","serverId":"103","roleId":null}',
  '{"gameId":"tlbb","username":"guest","serverId":"","roleId":""}',
  '{"gameId":"crossfire","username":"a=b&c=d","serverId":"asia","tags":["vip","new"],"level":37}',
  '{"serverId":"z9","roleId":"a1","username":"zed","gameId":"alpha","channel":"apk"}',
  '{"gameId":"au","username":"日本語テスト","score":1520.50,"rate":1.0,"vip":true,"guild":null}',
  '{"gameId":"mu","username":"C:\\\\Users\\\\an","note":"line1\\nline2\\ttab","serverId":"2"}',
  '{"gameId":"pk","username":"\\"quoted\\" name","serverId":"4"}',
  '{"gameId":"slg","username":"kênh http://game.vn/u/1?x=1&y=2","roleId":"12"}',
  '{"gameId":"idle","username":"u1","roleId":12345678901234567890,"serverId":"7"}',
  '{"gameId":"idle","username":"u2","loginAt":1700000000123,"balance":9007199254740993}',
  '{"gameId":"rpg2","username":"Trần","roles":[{"id":3,"name":"Kiếm"},{"id":1,"name":"Cung"}],"meta":{}}',
  '{"gameId":"rpg3","username":"aeiou","inventory":[],"meta":{},"flags":[true,false,null]}',
  '{"gameId":"card","username":"x","10":"ten","2":"two","b":1,"a":2}',
  '{"Game":"no","gameId":"Case","Username":"Dup","username":"dup","server_id":"snake"}',
  '{"gameId":"farm","username":"  spaced  name  ","serverId":"12","roleId":"5 6"}',
  '{"gameId":"race","username":"émile café","ratio":0.1,"tiny":0.00001,"big":1e21}',
  '{"gameId":"chess","username":"한국어 유저","serverId":"kr-1","rank":-3,"elo":2450.75}',
  '{"gameId":"poker","username":"ผู้เล่น","serverId":"th","chips":100000000}',
  '{"gameId":"golf","username":"<script>alert(1)</script>","serverId":"x\u2028y"}',
  '{"gameId":"snake","username":"🐍","roleId":"💎💎","serverId":"🇻🇳"}',
  '{"gameId":"tank","username":"' + 'long-name-'.repeat(12) + '","serverId":"77"}',
  '{"gameId":"ninja","username":"Naruto","profile":{"z":1,"a":{"y":[3,2,1],"b":null}},"age":16}',
  '{"gameId":"gun","username":"100% + more","serverId":"a+b","roleId":"#1"}',
  '{"gameId":"fish","username":"Cá Mập","items":{"gem":5,"gold":2.50},"roleId":"77","serverId":"s/1"}',
  '{"gameId":"war","username":"tướng","hp":0,"mp":0.0,"alive":false,"clan":"","title":null}',
  '{"gameId":"zen","username":"ﬁne ½ Å","serverId":"7"}',
  '{"gameId":"sky","username":"tab\\there","data":"{\\"inner\\":1}"}',
  '{"username":"only@mail.vn","gameId":"mail","locale":"vi-VN","serverId":"001","roleId":"-1"}',
];

const purchase = (i, over) =>
  `{"os_id":1,"product_id":"gems_${String(100 * (i + 1))}","package":"vn.studio.game${String(i)}","receipt":${q(token(60 + 12 * i))}${over}}`;

const gateway = [
  purchase(0, ''),
  purchase(1, ',"player_id":"10001","server_id":"s1"'),
  purchase(2, ',"player_id":"Nguyễn Thị Ánh","character_id":"Hiệp Khách","game_version":"1.2.0"'),
  `{"receipt":${q(token(120))},"product_id":"com.game/pack.01","os_id":1,"package":"com.game.app","price":4.99}`,
  `{"receipt":${q(token(90))},"product_id":"vip_1.0","os_id":1,"package":"com.game.app","price":1.0,"currency":"USD"}`,
  `{"os_id":1,"product_id":"gold<500>","package":"com.a&b","receipt":${q(token(40))},"price":2.50,"note":"it's <b>big</b> & good"}`,
  `{"os_id":2,"product_id":"ios.gems","receipt":"MIIT${random.text(alnum + '+/', 300)}==","player_id":"p/9"}`,
  `{"os_id":1,"product_id":"g1","package":"com.x","receipt":${q(token(30))},"player_id":null,"character_id":null}`,
  `{"os_id":1,"product_id":"g2","package":"com.x","receipt":${q(token(30))},"meta":{},"items":[]}`,
  `{"os_id":1,"product_id":"g3","package":"com.x","receipt":${q(token(30))},"player_id":9007199254740993,"amount":12345678901234567890}`,
  `{"product_id":"钻石100","package":"com.公司","os_id":1,"receipt":${q(token(50))},"character_id":"侠客👑"}`,
  `{"receipt":${q(token(200))},"package":"com.games.z","os_id":1,"product_id":"z"}`,
  `{"os_id":1,"package":"com.games.y","product_id":"y","receipt":${q(token(60))},"context":{"ip":"10.0.0.1","ua":"Mozilla/5.0 (Linux; Android 14)","zone":{"id":3,"name":"Rồng"}}}`,
  `{"os_id":1,"product_id":"p","package":"com.q","receipt":${q(token(64))},"history":[{"id":1,"price":0.99},{"id":2,"price":19.90}],"total":20.89}`,
  `{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchased"}`,
  `{"os_id":1,"product_id":"gems 100","package":"com.example.game","receipt":"a b c","game_version":"1.0 (beta) 7"}`,
  `{"os_id":1,"product_id":"x","package":"com.k","receipt":${q(token(20))},"10":"k","9":"j","b":"1","a":"2"}`,
  `{"os_id":1,"product_id":"dup","package":"com.k","receipt":${q(token(20))},"player_id":"","server_id":"","level":0,"vip":false}`,
  `{"os_id":1,"product_id":"dia/50","package":"com.k/lite","receipt":"https://store/r?id=1&t=${random.text(alnum, 40)}","price":49000,"vat":0.1}`,
  `{"receipt":{"token":${q(token(70))},"orderId":"GPA.1234-5678-9012-34567"},"os_id":1,"product_id":"n1","package":"com.n"}`,
  `{"data":{"os_id":1,"product_id":"n2","receipt":${q(token(30))}},"sign_type":"hmac","package":"com.n"}`,
  `{"os_id":1,"product_id":"f","package":"com.f","receipt":${q(token(30))},"rate":1e-7,"huge":1.5e300,"neg":-0.0,"one":100.0}`,
  `{"os_id":1,"product_id":"q\\"1\\"","package":"com.f","receipt":"back\\\\slash\\n${random.text(alnum, 20)}"}`,
  `{"os_id":1,"product_id":"emoji💎","package":"com.f","receipt":${q(token(30))},"player_id":"🧙‍♂️","server_id":"αβγ"}`,
  `{"os_id":1,"product_id":"big","package":"com.big","receipt":${q(token(1200))},"player_id":"77"}`,
  `{"package":"com.order","os_id":1,"receipt":${q(token(30))},"product_id":"o1","player_id":"5","character_id":"6","server_id":"7","game_version":"2.4.1"}`,
  `{"os_id":1,"product_id":"quê hương","package":"vn.que","receipt":${q(token(30))},"price":99000.0,"qty":3}`,
  `{"os_id":1,"product_id":"true","package":"com.t","receipt":${q(token(30))},"sandbox":true,"restored":false,"promo":null,"tags":["a","b c","d/e"]}`,
  `{"os_id":1,"product_id":"plus+percent%25","package":"com.t","receipt":"A+B/C=${random.text(alnum, 30)}==","player_id":"a=b"}`,
  `{"os_id":1,"product_id":"ts","package":"com.t","receipt":${q(token(30))},"purchase_time":1700000000123,"price_micros":4990000,"price":"4.99"}`,
  `{"os_id":1,"product_id":"nest","package":"com.t","receipt":${q(token(30))},"z":{"b":{"d":1,"c":{}},"a":[]},"y":[[1,2],[3.0]]}`,
  `{"os_id":1,"product_id":"U","package":"com.u","receipt":${q(token(30))},"player_id":"Ünïcödé Straße €5"}`,
  `{"os_id": 1, "product_id": "lookup", "package": "com.lookup.app", "receipt": ${q(token(44))}}`,
  `{"os_id":1,"product_id":"sub.monthly","package":"com.sub","receipt":${q(token(44))},"price":9.99,"tax":0.70,"discount":15.25}`,
];

const spaced = (text) => rewrite(text, { comma: ', ', colon: ': ' });
const pretty = (indent, end) => (text) => rewrite(text, { comma: ',', colon: ': ', indent, end });
const ascii = (text) =>
  text.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Other white space between the same tokens. */
export function rewrite(text, { comma, colon, indent, end = '\n' }) {
  let out = '';
  let depth = 0;
  const line = () => (indent === undefined ? '' : end + indent.repeat(depth));
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gu)) {
    const [piece] = match;
    if (piece === '{' || piece === '[') {
      depth += 1;
      out += piece + line();
    } else if (piece === '}' || piece === ']') {
      depth -= 1;
      out = /[{[]\s*$/u.test(out) ? out.trimEnd() + piece : out + line() + piece;
    } else if (piece === ',') out += (indent === undefined ? comma : ',') + line();
    else if (piece === ':') out += colon;
    else out += piece;
  }
  return out;
}

const wires = [
  ['compact', (t) => t],
  ['compact', (t) => t],
  ['compact', (t) => t],
  ['spaced', spaced],
  ['pretty2', pretty('  ', '\n')],
  ['python', (t) => ascii(spaced(t))],
  ['php', (t) => ascii(t).replaceAll('/', '\\/')],
  ['newline', (t) => `${t}\n`],
  ['pretty4-crlf', pretty('    ', '\r\n')],
  ['tab', pretty('\t', '\n')],
];

const dressed = (texts, shift) =>
  texts.map((text, i) => {
    const [wire, dress] = wires[(i * 7 + shift) % wires.length];
    return { wire, text: dress(text) };
  });

/** Every text once as written and once as another stack would send it. */
const allOf = (interfaceName, texts) => {
  const compact = texts.map((text) => ({ wire: 'written', text }));
  const other = dressed(texts, 3).filter(({ text }, i) => text !== texts[i]);
  return [...compact, ...other].map((body, i) => ({
    id: `${interfaceName[0]}${String(i)}`,
    interface: interfaceName,
    ...body,
  }));
};

export const bodies = [...allOf('session', session), ...allOf('gateway', gateway)];

/** Bodies that are not JSON objects, or no text at all: for correct requests and text-level causes. */
export const oddBodies = [
  Buffer.alloc(0),
  Buffer.from('{}'),
  Buffer.from('[]'),
  Buffer.from('null'),
  Buffer.from('"text"'),
  Buffer.from('not json at all'),
  Buffer.from('{"gameId":"cut","username":'),
  Buffer.from('a=1&b=2'),
  Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from('{"a":1}')]),
  Buffer.from([0xff, 0xfe, 0x00, 0x01, 0x80]),
  Buffer.from('{"a":1,"a":2}'),
  Buffer.from('[1,2.50,{"x":[]}]'),
  Buffer.from('\n\n'),
  Buffer.from(`{"__proto__":{"x":1},"constructor":"y","gameId":"p"}`),
];
