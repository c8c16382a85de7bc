import { describe, expect, it } from 'vitest';
import { causes, fixText } from '../../src/diagnosis/catalogue/catalogue.js';
import { senderOf, type SenderName } from '../../src/diagnosis/catalogue/sender.js';
import { gatewayRequest } from '../helpers/observed.js';

/** Words of one program that are no advice to another. */
const wordsOf: Readonly<Partial<Record<SenderName, RegExp>>> = {
  python: /Python|json\.dumps|`data=|`json=|hexdigest|httpx/,
  php: /PHP|json_encode|json_decode|Guzzle|utf8_encode|hash_hmac/,
  go: /\bGo\b|json\.Marshal|io\.ReadAll|Encoder/,
  node: /JavaScript|JSON\.stringify|axios|`await`|\bNode\b/,
  bash: /`echo`|printf/,
  csharp: /C#|UTF8Encoding/,
  java: /Gson|toJson/,
  unreal: /Unreal|FTCHARToUTF8/,
  httpie: /HTTPie/,
  godot: /Godot/,
};
const senders = Object.keys(wordsOf) as SenderName[];

describe('advice', () => {
  it.each([...senders, 'other'] as SenderName[])('to %s names no other program', (sender) => {
    for (const { id } of causes) {
      for (const other of senders.filter((each) => each !== sender)) {
        expect(`${id}: ${fixText([id], sender)}`).not.toMatch(wordsOf[other] ?? /^$/);
      }
    }
  });

  it('to an unknown sender names what all need', () => {
    expect(fixText(['body-json-php'])).toMatch(/json_encode/);
    expect(fixText(['body-json-php'], 'go')).not.toMatch(/PHP/);
  });

  it.each<[agent: string, sender: SenderName | undefined]>([
    ['Go-http-client/1.1', 'go'],
    ['HTTPie/3.2.1', 'httpie'],
    ['HTTP-Tiny/0.080', 'other'],
    ['MyGame/++UE5+Release-5.3-CL-29314046 Windows/10.0.22631', 'unreal'],
    ['a-program-of-its-own/1', undefined],
  ])('is for the sender of %s', (agent, sender) => {
    const headers = [['User-Agent', agent]] as const;
    expect(senderOf(gatewayRequest({ signature: '', headers }))).toBe(sender);
  });
});
