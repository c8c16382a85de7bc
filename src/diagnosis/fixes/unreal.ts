import { secretVariable, type LanguageFixes } from './kinds.js';

// For dedicated servers: a player build must never hold the secret.
const bodyHash = `uint8 Digest[SHA256_DIGEST_LENGTH];
SHA256(Body.GetData(), Body.Num(), Digest);
const FString BodyHash = BytesToHex(Digest, SHA256_DIGEST_LENGTH).ToLower();`;
const join = `const FString Message = FString::Printf(TEXT("%s.%s.%s"), *ClientId, *Timestamp, *BodyHash);`;
const send = `Request->SetContent(Body); // not SetContentAsString`;

const bytesOf = (text: string): string => `const FTCHARToUTF8 Utf8(*${text});
TArray<uint8> Body;
Body.Append(reinterpret_cast<const uint8*>(Utf8.Get()), Utf8.Length());`;

const hmacBody = `uint8 Digest[SHA256_DIGEST_LENGTH];
const FTCHARToUTF8 Key(*Secret);
HMAC(EVP_sha256(), Key.Get(), Key.Length(), Body.GetData(), Body.Num(), Digest, nullptr);
const FString Signature = BytesToHex(Digest, SHA256_DIGEST_LENGTH).ToLower();`;

const hmacMessage = `uint8 Digest[SHA256_DIGEST_LENGTH];
const FTCHARToUTF8 Key(*Secret);
const FTCHARToUTF8 Data(*Message);
HMAC(EVP_sha256(), Key.Get(), Key.Length(),
    reinterpret_cast<const uint8*>(Data.Get()), Data.Length(), Digest, nullptr);
const FString Signature = BytesToHex(Digest, SHA256_DIGEST_LENGTH).ToLower();`;

const header = (name: string, value: string): string => `Request->SetHeader(TEXT("${name}"), ${value});`;
const variableText = (name: string): string => `FPlatformMisc::GetEnvironmentVariable(TEXT("${name}"))`;

export const unreal: LanguageFixes = (scheme) => {
  const hmac = scheme === 'gateway' ? hmacMessage : hmacBody;
  const digest = scheme === 'gateway' ? bodyHash : hmacBody;
  const variable = secretVariable[scheme];
  return {
    'serialise-once': `FString Json;
const auto Writer = TJsonWriterFactory<TCHAR, TCondensedJsonPrintPolicy<TCHAR>>::Create(&Json);
FJsonSerializer::Serialize(Payload, Writer);
${bytesOf('Json')}
${digest}
${send}`,
    'utf8-bytes': `${bytesOf('Text')}\n${digest}\n${send}`,
    'no-extra-bytes': `TArray<uint8> Body;
FFileHelper::LoadFileToArray(Body, TEXT("body.json")); // not LoadFileToString
${digest}
${send}`,
    'empty-body': `const TArray<uint8> Body;\n${digest}`,
    'body-hash': `${bodyHash}\n${join}`,
    'message-layout': `${join}\n${hmacMessage}`,
    'session-message': hmacBody,
    'secret-as-text': hmac,
    'secret-trim': `const FString Secret = ${variableText(variable)}.TrimStartAndEnd();
if (Secret.IsEmpty() || Secret[0] == TEXT('"') || Secret[0] == TEXT('\\''))
{
    UE_LOG(LogTemp, Fatal, TEXT("${variable} is empty or in quotes"));
}`,
    'secret-right-one': `const FString Secret = ${variableText(variable)};
if (Secret.IsEmpty())
{
    UE_LOG(LogTemp, Fatal, TEXT("${variable} is not set"));
}
const FTCHARToUTF8 Key(*Secret);
uint8 Sum[SHA256_DIGEST_LENGTH];
SHA256(reinterpret_cast<const uint8*>(Key.Get()), Key.Length(), Sum);
// Never the secret itself.
UE_LOG(LogTemp, Log, TEXT("%d %s"), Key.Length(), *BytesToHex(Sum, 6).ToLower());`,
    'hmac-sha256': hmac,
    'argument-order': `// HMAC(digest, key, key length, data, data length, ...)\n${hmac}`,
    'hex-lower': `${hmac}\n${header('X-Signature', 'Signature')}`,
    'unix-seconds': `const FString Timestamp = FString::Printf(TEXT("%lld"), FDateTime::UtcNow().ToUnixTimestamp());
${join}
${header('X-Timestamp', 'Timestamp')}`,
    'client-id': `const FString ClientId = ${variableText('CLIENT_ID')}.TrimStartAndEnd();
${join}
${header('X-Client-ID', 'ClientId')}`,
    headers: [
      header('Content-Type', 'TEXT("application/json")'),
      ...(scheme === 'gateway'
        ? [header('X-Client-ID', 'ClientId'), header('X-Timestamp', 'Timestamp')]
        : []),
      header('X-Signature', 'Signature'),
    ].join('\n'),
  };
};
