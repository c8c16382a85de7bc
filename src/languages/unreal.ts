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
// Checked with stand-ins for the engine: try it in yours, against pvg emulate.
#include "CoreMinimal.h"

#if UE_SERVER
#include "Containers/Ticker.h"
#include "Dom/JsonObject.h"
#include "HAL/PlatformMisc.h"
#include "HttpModule.h"
#include "Interfaces/IHttpRequest.h"
#include "Interfaces/IHttpResponse.h"
#include "Policies/CondensedJsonPrintPolicy.h"
#include "Serialization/JsonReader.h"
#include "Serialization/JsonSerializer.h"
#include "Serialization/JsonWriter.h"

#define UI UI_ST
THIRD_PARTY_INCLUDES_START
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
THIRD_PARTY_INCLUDES_END
#undef UI

namespace «Interface»
{
static FString Variable(const TCHAR* Name) { return FPlatformMisc::GetEnvironmentVariable(Name); }

static FString Hmac(const FString& Secret, const uint8* Data, int32 Size)
{
    uint8 Digest[SHA256_DIGEST_LENGTH];
    const FTCHARToUTF8 Key(*Secret);
    HMAC(EVP_sha256(), Key.Get(), Key.Length(), Data, Size, Digest, nullptr);
    return BytesToHex(Digest, SHA256_DIGEST_LENGTH).ToLower();
}

G|/** The headers for a body. The timestamp is Unix seconds; header and message need the same text. */
G|TMap<FString, FString> Sign(const TArray<uint8>& Body, FString Timestamp = FString())
G|{
G|    if (Timestamp.IsEmpty()) Timestamp = FString::Printf(TEXT("%lld"), FDateTime::UtcNow().ToUnixTimestamp());
G|    uint8 Digest[SHA256_DIGEST_LENGTH];
G|    SHA256(Body.GetData(), Body.Num(), Digest);
G|    const FString BodyHash = BytesToHex(Digest, SHA256_DIGEST_LENGTH).ToLower();
G|    const FString ClientId = Variable(TEXT("PVG_CLIENT_ID"));
G|    const FString MessageText = FString::Printf(TEXT("%s.%s.%s"), *ClientId, *Timestamp, *BodyHash);
G|    const FTCHARToUTF8 Message(*MessageText);
G|    const FString Signature = Hmac(
G|        Variable(TEXT("PVG_CLIENT_SECRET")), reinterpret_cast<const uint8*>(Message.Get()), Message.Length());
G|    return {{TEXT("X-Client-ID"), ClientId}, {TEXT("X-Timestamp"), Timestamp}, {TEXT("X-Signature"), Signature}};
G|}
S|/** The headers for a body. */
S|TMap<FString, FString> Sign(const TArray<uint8>& Body)
S|{
S|    return {{TEXT("X-Signature"), Hmac(Variable(TEXT("PVG_SECRET_KEY")), Body.GetData(), Body.Num())}};
S|}

/** Status 0: no answer. Without an attempt nothing was sent, and the text says why. */
struct FAnswer
{
    int32 Status = 0;
    FString Text;
    int32 Attempts = 0;

    /** The members of the answer; none if it is not a JSON object. */
    TSharedRef<FJsonObject> Members() const
    {
        TSharedPtr<FJsonObject> Object;
        FJsonSerializer::Deserialize(TJsonReaderFactory<>::Create(Text), Object);
        return Object.IsValid() ? Object.ToSharedRef() : MakeShared<FJsonObject>();
    }
};

using FDone = TFunction<void(const FAnswer&)>;

/** After 5xx or a lost answer it waits and signs again. */
static void Attempt(const FString& Url, const TArray<uint8>& Body, int32 Attempts, const FDone& Done)
{
    const TSharedRef<IHttpRequest, ESPMode::ThreadSafe> Request = FHttpModule::Get().CreateRequest();
    Request->SetURL(Url);
    Request->SetVerb(TEXT("POST"));
    Request->SetHeader(TEXT("Content-Type"), TEXT("application/json"));
    for (const TPair<FString, FString>& Header : Sign(Body)) Request->SetHeader(Header.Key, Header.Value);
    Request->SetContent(Body);
    Request->SetTimeout(10.0f);
    Request->OnProcessRequestComplete().BindLambda(
        [Url, Body, Attempts, Done](FHttpRequestPtr, FHttpResponsePtr Response, bool bIsComplete)
        {
            FAnswer Answer;
            Answer.Attempts = Attempts;
            if (bIsComplete && Response.IsValid())
            {
                Answer.Status = Response->GetResponseCode();
                Answer.Text = Response->GetContentAsString();
            }
            if ((Answer.Status > 0 && Answer.Status < 500) || Attempts == 4) return Done(Answer);
            const float Seconds = 0.1f * (1 << Attempts) * FMath::FRandRange(0.5f, 1.0f);
            FTSTicker::GetCoreTicker().AddTicker(FTickerDelegate::CreateLambda([Url, Body, Attempts, Done](float)
            {
                Attempt(Url, Body, Attempts + 1, Done);
                return false;
            }), Seconds);
        });
    Request->ProcessRequest();
}

static void Post(const TCHAR* Path, const FString& Json, const FDone& Done)
{
G|    for (const TCHAR* Name : {TEXT("PVG_GATEWAY_URL"), TEXT("PVG_CLIENT_ID"), TEXT("PVG_CLIENT_SECRET")})
S|    for (const TCHAR* Name : {TEXT("PVG_SESSION_URL"), TEXT("PVG_SECRET_KEY")})
    {
        FAnswer Answer;
        Answer.Text = FString(Name) + TEXT(" is not set");
        if (Variable(Name).IsEmpty()) return Done(Answer);
    }
    // Sign and send these same bytes: converted once, and not SetContentAsString.
    const FTCHARToUTF8 JsonUtf8(*Json);
    TArray<uint8> Body;
    Body.Append(reinterpret_cast<const uint8*>(JsonUtf8.Get()), JsonUtf8.Length());
    FString Url = Variable(TEXT("PVG_«INTERFACE»_URL"));
    Url.RemoveFromEnd(TEXT("/"));
    Attempt(Url + Path, Body, 1, Done);
}

G|static FString Purchase(const FString& ProductId, const FString& Package, const FString& Receipt)
S|/** Only xmdtCompleted of this answer says whether the player is verified, never the device. */
S|void Mint(const FString& GameId, const FString& Username, const FDone& Done)
{
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
G|    return Json;
S|    Post(TEXT("/xmdt/session"), Json, Done);
}
G|
G|void Lookup(const FString& ProductId, const FString& Package, const FString& Receipt, const FDone& Done)
G|{
G|    Post(TEXT("/iap/gateway/lookup-receipt"), Purchase(ProductId, Package, Receipt), Done);
G|}
G|
G|/** Give the item here: insert the id under a unique key, and give nothing if it is there already. */
G|static void Grant(const FString& TransactionId) { UE_LOG(LogTemp, Log, TEXT("granted %s"), *TransactionId); }
G|
G|/**
G| * Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does.
G| * Done gets an empty text if it granted the purchase, or why not.
G| */
G|void Verify(const FString& ProductId, const FString& Package, const FString& Receipt,
G|    const TFunction<void(const FString&)>& Done)
G|{
G|    Post(TEXT("/iap/gateway/verify"), Purchase(ProductId, Package, Receipt), [Done](const FAnswer& Answer)
G|    {
G|        if (Answer.Attempts == 0) return Done(Answer.Text);
G|        const int32 Status = Answer.Status;
G|        const TSharedRef<FJsonObject> Members = Answer.Members();
G|        if (Status == 200 && Members->HasTypedField<EJson::Boolean>(TEXT("success"))
G|            && Members->GetBoolField(TEXT("success")))
G|        {
G|            Grant(Members->GetStringField(TEXT("transaction_id")));
G|            return Done(FString());
G|        }
G|        FString Error = TEXT("without an error code");
G|        Members->TryGetStringField(TEXT("error"), Error);
G|        const bool bIsUnknown = Status == 0 || Status == 200 || (Status == 409 && Answer.Attempts > 1);
G|        Done(FString::Printf(TEXT("%d %s%s"), Status, *Error,
G|            bIsUnknown ? TEXT(": the outcome is unknown: look it up") : TEXT("")));
G|    });
G|}
}
#endif
`,
};
