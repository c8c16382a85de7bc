import type { Signer } from './signer.js';

// Core has no public HMAC-SHA256 in all versions, hence the engine's own OpenSSL. `UI` is a namespace of the
// engine and a type of OpenSSL: the engine's own files include it between the same two lines.
export const unreal: Signer = {
  gateway: String.raw`// Unreal Engine 5, dedicated server only, with HTTP, Json and the engine's OpenSSL as modules in Build.cs.
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

void LookUpPurchase(const FString& ProductId, const FString& Package, const FString& Receipt,
    TFunction<void(int32 Status, const FString& Answer)> Done)
{
    FString Url = FPlatformMisc::GetEnvironmentVariable(TEXT("PVG_GATEWAY_URL"));
    const FString ClientId = FPlatformMisc::GetEnvironmentVariable(TEXT("PVG_CLIENT_ID"));
    const FString ClientSecret = FPlatformMisc::GetEnvironmentVariable(TEXT("PVG_CLIENT_SECRET"));
    if (Url.IsEmpty() || ClientId.IsEmpty() || ClientSecret.IsEmpty())
    {
        UE_LOG(LogTemp, Error, TEXT("PVG_GATEWAY_URL, PVG_CLIENT_ID or PVG_CLIENT_SECRET is not set"));
        return;
    }
    Url.RemoveFromEnd(TEXT("/"));
    Url += TEXT("/iap/gateway/lookup-receipt");

    FString Json;
    const auto Writer = TJsonWriterFactory<TCHAR, TCondensedJsonPrintPolicy<TCHAR>>::Create(&Json);
    Writer->WriteObjectStart();
    Writer->WriteValue(TEXT("os_id"), 1);
    Writer->WriteValue(TEXT("product_id"), ProductId);
    Writer->WriteValue(TEXT("package"), Package);
    Writer->WriteValue(TEXT("receipt"), Receipt);
    Writer->WriteObjectEnd();
    Writer->Close();

    // Sign and send these same bytes: converted once, and not SetContentAsString.
    const FTCHARToUTF8 JsonUtf8(*Json);
    TArray<uint8> Body;
    Body.Append(reinterpret_cast<const uint8*>(JsonUtf8.Get()), JsonUtf8.Length());

    // Seconds, taken once: the header and the message carry the same text.
    const FString Timestamp = FString::Printf(TEXT("%lld"), FDateTime::UtcNow().ToUnixTimestamp());
    uint8 Digest[SHA256_DIGEST_LENGTH];
    SHA256(Body.GetData(), Body.Num(), Digest);
    const FString BodyHash = BytesToHex(Digest, SHA256_DIGEST_LENGTH).ToLower();
    const FString MessageText = FString::Printf(TEXT("%s.%s.%s"), *ClientId, *Timestamp, *BodyHash);
    const FTCHARToUTF8 Message(*MessageText);
    const FTCHARToUTF8 Key(*ClientSecret);
    HMAC(EVP_sha256(), Key.Get(), Key.Length(),
        reinterpret_cast<const uint8*>(Message.Get()), Message.Length(), Digest, nullptr);
    const FString Signature = BytesToHex(Digest, SHA256_DIGEST_LENGTH).ToLower();

    const TSharedRef<IHttpRequest, ESPMode::ThreadSafe> Request = FHttpModule::Get().CreateRequest();
    Request->SetURL(Url);
    Request->SetVerb(TEXT("POST"));
    Request->SetHeader(TEXT("Content-Type"), TEXT("application/json"));
    Request->SetHeader(TEXT("X-Client-ID"), ClientId);
    Request->SetHeader(TEXT("X-Timestamp"), Timestamp);
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
  session: String.raw`// Unreal Engine 5, dedicated server only, with HTTP, Json and the engine's OpenSSL as modules in Build.cs.
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

void MintPlayerSession(const FString& GameId, const FString& Username,
    TFunction<void(int32 Status, const FString& Answer)> Done)
{
    FString Url = FPlatformMisc::GetEnvironmentVariable(TEXT("PVG_SESSION_URL"));
    const FString SecretKey = FPlatformMisc::GetEnvironmentVariable(TEXT("PVG_SECRET_KEY"));
    if (Url.IsEmpty() || SecretKey.IsEmpty())
    {
        UE_LOG(LogTemp, Error, TEXT("PVG_SESSION_URL or PVG_SECRET_KEY is not set"));
        return;
    }
    Url.RemoveFromEnd(TEXT("/"));
    Url += TEXT("/xmdt/session");

    FString Json;
    const auto Writer = TJsonWriterFactory<TCHAR, TCondensedJsonPrintPolicy<TCHAR>>::Create(&Json);
    Writer->WriteObjectStart();
    Writer->WriteValue(TEXT("gameId"), GameId);
    Writer->WriteValue(TEXT("username"), Username);
    Writer->WriteObjectEnd();
    Writer->Close();

    // Sign and send these same bytes: converted once, and not SetContentAsString.
    const FTCHARToUTF8 JsonUtf8(*Json);
    TArray<uint8> Body;
    Body.Append(reinterpret_cast<const uint8*>(JsonUtf8.Get()), JsonUtf8.Length());

    uint8 Digest[SHA256_DIGEST_LENGTH];
    const FTCHARToUTF8 Key(*SecretKey);
    HMAC(EVP_sha256(), Key.Get(), Key.Length(), Body.GetData(), Body.Num(), Digest, nullptr);
    const FString Signature = BytesToHex(Digest, SHA256_DIGEST_LENGTH).ToLower();

    const TSharedRef<IHttpRequest, ESPMode::ThreadSafe> Request = FHttpModule::Get().CreateRequest();
    Request->SetURL(Url);
    Request->SetVerb(TEXT("POST"));
    Request->SetHeader(TEXT("Content-Type"), TEXT("application/json"));
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
