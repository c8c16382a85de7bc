import type { Language } from './language.js';

const bytesOf = (text: string): string => `const FTCHARToUTF8 Utf8(*${text});
TArray<uint8> Body;
Body.Append(reinterpret_cast<const uint8*>(Utf8.Get()), Utf8.Length());`;

const hmac = (data: string): string =>
  data === 'Body'
    ? `uint8 Digest[SHA256_DIGEST_LENGTH];
const FTCHARToUTF8 Key(*Secret);
HMAC(EVP_sha256(), Key.Get(), Key.Length(), Body.GetData(), Body.Num(), Digest, nullptr);
const FString Signature = BytesToHex(Digest, SHA256_DIGEST_LENGTH).ToLower();`
    : `uint8 Digest[SHA256_DIGEST_LENGTH];
const FTCHARToUTF8 Key(*Secret);
const FTCHARToUTF8 Data(*${data});
HMAC(EVP_sha256(), Key.Get(), Key.Length(),
    reinterpret_cast<const uint8*>(Data.Get()), Data.Length(), Digest, nullptr);
const FString Signature = BytesToHex(Digest, SHA256_DIGEST_LENGTH).ToLower();`;

const variableText = (name: string): string => `FPlatformMisc::GetEnvironmentVariable(TEXT("${name}"))`;

// For dedicated servers: a player build must never hold the secret.
// Not every version of Core has a public HMAC-SHA256, so this uses the engine's own OpenSSL. `UI` is a namespace of
// the engine and a type of OpenSSL: the engine's own files put the same two lines around the include.
export const unreal: Language = {
  alsoCalled: ['ue', 'ue4', 'ue5', 'unrealengine'],
  userAgent: /UnrealEngine|\bUE[45]\b/,
  comment: '//',
  pieces: {
    names: {
      clientId: 'ClientId',
      timestamp: 'Timestamp',
      signature: 'Signature',
      bodyHash: 'BodyHash',
      bodyHex: 'BodyHex',
      message: 'Message',
    },
    payload: `FString Json;
const auto Writer = TJsonWriterFactory<TCHAR, TCondensedJsonPrintPolicy<TCHAR>>::Create(&Json);
FJsonSerializer::Serialize(Payload, Writer);
${bytesOf('Json')}`,
    text: bytesOf('Text'),
    file: `TArray<uint8> Body;
FFileHelper::LoadFileToArray(Body, TEXT("body.json")); // not LoadFileToString`,
    nothing: `const TArray<uint8> Body;`,
    send: `Request->SetContent(Body); // not SetContentAsString`,
    bodyHash: `uint8 Digest[SHA256_DIGEST_LENGTH];
SHA256(Body.GetData(), Body.Num(), Digest);
const FString BodyHash = BytesToHex(Digest, SHA256_DIGEST_LENGTH).ToLower();`,
    bodyHex: `const FString BodyHex = BytesToHex(Body.GetData(), Body.Num());`,
    message: `const FString Message = FString::Printf(TEXT("%s.%s.%s"), *ClientId, *Timestamp, *BodyHash);`,
    signed: { gateway: 'Message', session: 'Body' },
    hmac,
    readSecret: (variable) => `const FString Secret = ${variableText(variable)}.TrimStartAndEnd();
if (Secret.IsEmpty() || Secret[0] == TEXT('"') || Secret[0] == TEXT('\\''))
{
    UE_LOG(LogTemp, Fatal, TEXT("${variable} is empty or in quotes"));
}`,
    fingerprint: `const FTCHARToUTF8 Key(*Secret);
uint8 Sum[SHA256_DIGEST_LENGTH];
SHA256(reinterpret_cast<const uint8*>(Key.Get()), Key.Length(), Sum);
// Never the secret itself.
UE_LOG(LogTemp, Log, TEXT("%d %s"), Key.Length(), *BytesToHex(Sum, 6).ToLower());`,
    print: (label, value) => `UE_LOG(LogTemp, Log, TEXT("${label}: %s"), *${value});`,
    order: `// HMAC(digest, key, key length, data, data length, ...)`,
    timestamp: `const FString Timestamp = FString::Printf(TEXT("%lld"), FDateTime::UtcNow().ToUnixTimestamp());`,
    clientId: `const FString ClientId = ${variableText('CLIENT_ID')}.TrimStartAndEnd();`,
    header: (name, value) => `Request->SetHeader(TEXT("${name}"), ${value});`,
    contentType: `Request->SetHeader(TEXT("Content-Type"), TEXT("application/json"));`,
  },
  program: `// Unreal Engine 5, dedicated server only, with HTTP, Json and the engine's OpenSSL as modules in Build.cs.
#include "CoreMinimal.h"

#if UE_SERVER
#include "HAL/PlatformMisc.h"
#include "HttpModule.h"
#include "Interfaces/IHttpRequest.h"
#include "Interfaces/IHttpResponse.h"
#include "Policies/CondensedJsonPrintPolicy.h"
#include "Serialization/JsonWriter.h"

#define UI UI_ST
THIRD_PARTY_INCLUDES_START
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
THIRD_PARTY_INCLUDES_END
#undef UI

G|void LookUpPurchase(const FString& ProductId, const FString& Package, const FString& Receipt,
S|void MintPlayerSession(const FString& GameId, const FString& Username,
    TFunction<void(int32 Status, const FString& Answer)> Done)
{
G|    FString Url = FPlatformMisc::GetEnvironmentVariable(TEXT("PVG_GATEWAY_URL"));
G|    const FString ClientId = FPlatformMisc::GetEnvironmentVariable(TEXT("PVG_CLIENT_ID"));
G|    const FString ClientSecret = FPlatformMisc::GetEnvironmentVariable(TEXT("PVG_CLIENT_SECRET"));
G|    if (Url.IsEmpty() || ClientId.IsEmpty() || ClientSecret.IsEmpty())
S|    FString Url = FPlatformMisc::GetEnvironmentVariable(TEXT("PVG_SESSION_URL"));
S|    const FString SecretKey = FPlatformMisc::GetEnvironmentVariable(TEXT("PVG_SECRET_KEY"));
S|    if (Url.IsEmpty() || SecretKey.IsEmpty())
    {
G|        UE_LOG(LogTemp, Error, TEXT("PVG_GATEWAY_URL, PVG_CLIENT_ID or PVG_CLIENT_SECRET is not set"));
S|        UE_LOG(LogTemp, Error, TEXT("PVG_SESSION_URL or PVG_SECRET_KEY is not set"));
        return;
    }
    Url.RemoveFromEnd(TEXT("/"));
G|    Url += TEXT("/iap/gateway/lookup-receipt");
S|    Url += TEXT("/xmdt/session");

    FString Json;
    const auto Writer = TJsonWriterFactory<TCHAR, TCondensedJsonPrintPolicy<TCHAR>>::Create(&Json);
    Writer->WriteObjectStart();
G|    Writer->WriteValue(TEXT("os_id"), 1);
G|    Writer->WriteValue(TEXT("product_id"), ProductId);
G|    Writer->WriteValue(TEXT("package"), Package);
G|    Writer->WriteValue(TEXT("receipt"), Receipt);
S|    Writer->WriteValue(TEXT("gameId"), GameId);
S|    Writer->WriteValue(TEXT("username"), Username);
    Writer->WriteObjectEnd();
    Writer->Close();

    // Sign and send these same bytes: converted once, and not SetContentAsString.
    const FTCHARToUTF8 JsonUtf8(*Json);
    TArray<uint8> Body;
    Body.Append(reinterpret_cast<const uint8*>(JsonUtf8.Get()), JsonUtf8.Length());

G|    // Take the time once, in seconds: the header and the message need the same text.
G|    const FString Timestamp = FString::Printf(TEXT("%lld"), FDateTime::UtcNow().ToUnixTimestamp());
    uint8 Digest[SHA256_DIGEST_LENGTH];
G|    SHA256(Body.GetData(), Body.Num(), Digest);
G|    const FString BodyHash = BytesToHex(Digest, SHA256_DIGEST_LENGTH).ToLower();
G|    const FString MessageText = FString::Printf(TEXT("%s.%s.%s"), *ClientId, *Timestamp, *BodyHash);
G|    const FTCHARToUTF8 Message(*MessageText);
G|    const FTCHARToUTF8 Key(*ClientSecret);
G|    HMAC(EVP_sha256(), Key.Get(), Key.Length(),
G|        reinterpret_cast<const uint8*>(Message.Get()), Message.Length(), Digest, nullptr);
S|    const FTCHARToUTF8 Key(*SecretKey);
S|    HMAC(EVP_sha256(), Key.Get(), Key.Length(), Body.GetData(), Body.Num(), Digest, nullptr);
    const FString Signature = BytesToHex(Digest, SHA256_DIGEST_LENGTH).ToLower();

    const TSharedRef<IHttpRequest, ESPMode::ThreadSafe> Request = FHttpModule::Get().CreateRequest();
    Request->SetURL(Url);
    Request->SetVerb(TEXT("POST"));
    Request->SetHeader(TEXT("Content-Type"), TEXT("application/json"));
G|    Request->SetHeader(TEXT("X-Client-ID"), ClientId);
G|    Request->SetHeader(TEXT("X-Timestamp"), Timestamp);
    Request->SetHeader(TEXT("X-Signature"), Signature);
    Request->SetContent(Body);
    Request->SetTimeout(10.0f);
    Request->OnProcessRequestComplete().BindLambda(
        [Done](FHttpRequestPtr, FHttpResponsePtr Response, bool)
        {
            Done(Response.IsValid() ? Response->GetResponseCode() : 0,
                Response.IsValid() ? Response->GetContentAsString() : FString());
        });
    Request->ProcessRequest();
}
#endif
`,
};
