// What the Unreal signers call of the engine, for a compiler without it: text is UTF-8, a request and a ticker block.
#pragma once
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include <curl/curl.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#define UE_SERVER 1
#define TEXT(text) text
#define THIRD_PARTY_INCLUDES_START
#define THIRD_PARTY_INCLUDES_END
#define UE_LOG(category, level, ...) (std::printf(__VA_ARGS__), std::puts(""))

using TCHAR = char;
using uint8 = unsigned char;
using int32 = int;
template <class T> using TFunction = std::function<T>;

struct FString {
    std::string Text;
    FString(const char* Given = "") : Text(Given) {}
    const char* operator*() const { return Text.c_str(); }
    FString operator+(const FString& Other) const { return (Text + Other.Text).c_str(); }
    bool IsEmpty() const { return Text.empty(); }
    void RemoveFromEnd(const FString& End) {
        const auto Kept = Text.size() - End.Text.size();
        if (Text.size() >= End.Text.size() && Text.compare(Kept, std::string::npos, End.Text) == 0) Text.resize(Kept);
    }
    FString ToLower() const {
        FString Lower = *this;
        for (char& Each : Lower.Text) Each = static_cast<char>(std::tolower(Each));
        return Lower;
    }
    template <class... T> static FString Printf(const char* Format, T... Values) {
        std::string Printed(std::snprintf(nullptr, 0, Format, Values...), ' ');
        std::snprintf(Printed.data(), Printed.size() + 1, Format, Values...);
        return Printed.c_str();
    }
};

struct FTCHARToUTF8 {
    std::string Text;
    explicit FTCHARToUTF8(const TCHAR* Given) : Text(Given) {}
    const char* Get() const { return Text.data(); }
    int32 Length() const { return static_cast<int32>(Text.size()); }
};

template <class T> struct TArray {
    std::vector<T> Items;
    void Append(const T* Data, int32 Count) { Items.insert(Items.end(), Data, Data + Count); }
    const T* GetData() const { return Items.data(); }
    int32 Num() const { return static_cast<int32>(Items.size()); }
};

template <class K, class V> struct TPair { K Key; V Value; };
template <class K, class V> using TMap = std::vector<TPair<K, V>>;

enum class ESPMode { ThreadSafe };
template <class T, ESPMode = ESPMode::ThreadSafe> struct TSharedRef : std::shared_ptr<T> {
    TSharedRef(std::shared_ptr<T> Given) : std::shared_ptr<T>(std::move(Given)) {}
};
template <class T> struct TSharedPtr : std::shared_ptr<T> {
    using std::shared_ptr<T>::operator=;
    bool IsValid() const { return *this != nullptr; }
    TSharedRef<T> ToSharedRef() const { return TSharedRef<T>(*this); }
};
template <class T> TSharedRef<T> MakeShared() { return std::make_shared<T>(); }

inline FString BytesToHex(const uint8* Data, int32 Count) {
    FString Hex;
    for (int32 Index = 0; Index < Count; Index++) Hex = Hex + FString::Printf("%02X", Data[Index]);
    return Hex;
}

enum class EJson { Boolean };
struct FJsonObject {
    nlohmann::json Value = nlohmann::json::object();
    template <EJson> bool HasTypedField(const char* Name) const { return Value.contains(Name) && Value[Name].is_boolean(); }
    bool GetBoolField(const char* Name) const { return Value[Name].get<bool>(); }
    FString GetStringField(const char* Name) const { return Value.value(Name, "").c_str(); }
    bool TryGetStringField(const char* Name, FString& Out) const {
        if (!Value.contains(Name) || !Value[Name].is_string()) return false;
        Out = GetStringField(Name);
        return true;
    }
};
template <class T = TCHAR> struct TJsonReaderFactory {
    static FString Create(const FString& Json) { return Json; }
};
struct FJsonSerializer {
    static void Deserialize(const FString& Json, TSharedPtr<FJsonObject>& Object) {
        auto Value = nlohmann::json::parse(Json.Text, nullptr, false);
        if (!Value.is_object()) return;
        Object = std::make_shared<FJsonObject>();
        Object->Value = std::move(Value);
    }
};
template <class T> struct TCondensedJsonPrintPolicy {};
struct FJsonWriter {
    FString* Json;
    nlohmann::ordered_json Value;
    void WriteObjectStart() {}
    void WriteValue(const char* Name, int32 Given) { Value[Name] = Given; }
    void WriteValue(const char* Name, const FString& Given) { Value[Name] = Given.Text; }
    void WriteObjectEnd() {}
    void Close() { Json->Text = Value.dump(); }
};
template <class T, class Policy> struct TJsonWriterFactory {
    static std::shared_ptr<FJsonWriter> Create(FString* Json) {
        auto Writer = std::make_shared<FJsonWriter>();
        Writer->Json = Json;
        return Writer;
    }
};

struct FPlatformMisc {
    static FString GetEnvironmentVariable(const TCHAR* Name) {
        const char* Value = std::getenv(Name);
        return Value ? Value : "";
    }
};
struct FDateTime {
    static FDateTime UtcNow() { return {}; }
    long long ToUnixTimestamp() const { return std::time(nullptr); }
};
struct FMath {
    static float FRandRange(float Least, float Most) { return (Least + Most) / 2; }
};
using FTickerFunction = std::function<bool(float)>;
struct FTickerDelegate {
    static FTickerFunction CreateLambda(FTickerFunction Run) { return Run; }
};
struct FTSTicker {
    static FTSTicker GetCoreTicker() { return {}; }
    void AddTicker(const FTickerFunction& Run, float Seconds) {
        usleep(static_cast<useconds_t>(Seconds * 1e6f));
        Run(Seconds);
    }
};

struct IHttpResponse {
    long Status = 0;
    std::string Text;
    int32 GetResponseCode() const { return static_cast<int32>(Status); }
    FString GetContentAsString() const { return Text.c_str(); }
};
using FHttpResponsePtr = TSharedPtr<IHttpResponse>;
using FHttpRequestPtr = void*;

struct IHttpRequest {
    CURL* Handle = curl_easy_init();
    curl_slist* Headers = curl_slist_append(nullptr, "Expect:");
    std::vector<uint8> Body;
    std::function<void(FHttpRequestPtr, FHttpResponsePtr, bool)> Complete;
    ~IHttpRequest() {
        curl_slist_free_all(Headers);
        curl_easy_cleanup(Handle);
    }
    void SetURL(const FString& Url) { curl_easy_setopt(Handle, CURLOPT_URL, *Url); }
    void SetVerb(const FString& Verb) { curl_easy_setopt(Handle, CURLOPT_CUSTOMREQUEST, *Verb); }
    void SetHeader(const FString& Name, const FString& Value) {
        Headers = curl_slist_append(Headers, (Name.Text + ": " + Value.Text).c_str());
    }
    void SetContent(const TArray<uint8>& Content) { Body = Content.Items; }
    void SetTimeout(float Seconds) { curl_easy_setopt(Handle, CURLOPT_TIMEOUT_MS, static_cast<long>(Seconds * 1000)); }
    struct FComplete {
        IHttpRequest* Request;
        template <class T> void BindLambda(T Run) { Request->Complete = Run; }
    };
    FComplete OnProcessRequestComplete() { return {this}; }
    void ProcessRequest() {
        FHttpResponsePtr Response;
        Response = std::make_shared<IHttpResponse>();
        curl_easy_setopt(Handle, CURLOPT_HTTPHEADER, Headers);
        curl_easy_setopt(Handle, CURLOPT_POSTFIELDSIZE, static_cast<long>(Body.size()));
        curl_easy_setopt(Handle, CURLOPT_POSTFIELDS, Body.data());
        curl_easy_setopt(Handle, CURLOPT_WRITEDATA, &Response->Text);
        curl_easy_setopt(Handle, CURLOPT_WRITEFUNCTION, +[](char* Data, size_t Size, size_t Count, std::string* Text) {
            Text->append(Data, Size * Count);
            return Size * Count;
        });
        const bool bIsComplete = curl_easy_perform(Handle) == CURLE_OK;
        curl_easy_getinfo(Handle, CURLINFO_RESPONSE_CODE, &Response->Status);
        Complete(nullptr, Response, bIsComplete);
    }
};
struct FHttpModule {
    static FHttpModule Get() { return {}; }
    TSharedRef<IHttpRequest> CreateRequest() const { return std::make_shared<IHttpRequest>(); }
};

// The body of `sign`, from standard input.
inline TArray<uint8> ReadBody() {
    TArray<uint8> Body;
    for (int Each = std::getchar(); Each != EOF; Each = std::getchar()) Body.Items.push_back(static_cast<uint8>(Each));
    return Body;
}
