// C++17 with OpenSSL, libcurl and nlohmann/json: g++ -std=c++17 signer.cpp -lcurl -lcrypto; the modes are at the end.
// When to grant, what to do about an unknown outcome, how to test this file: docs/guides/granting.md of pvg
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <iterator>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <curl/curl.h>
#include <nlohmann/json.hpp>
#include <openssl/hmac.h>
#include <openssl/sha.h>

using nlohmann::json;
using Signer = std::vector<std::string>(const std::string& body, std::time_t now);

// only gateway
// The headers for these bytes. Each attempt is signed anew, since the service checks the time.
std::vector<std::string> signGateway(const std::string& body, std::time_t now) {
    // region: secret
    const auto trimmed = [](const char* name) {
        std::string text = std::getenv(name) == nullptr ? "" : std::getenv(name);
        return text.erase(text.find_last_not_of(" \t\r\n") + 1).erase(0, text.find_first_not_of(" \t\r\n"));
    };
    const std::string clientId = trimmed("PVG_CLIENT_ID");
    const std::string secret = trimmed("PVG_CLIENT_SECRET");
    if (clientId.empty() || secret.empty() || secret[0] == '"' || secret[0] == '\'')
        throw std::runtime_error("PVG_CLIENT_ID or PVG_CLIENT_SECRET is empty or in quotes");

    // region: hash
    unsigned char digest[SHA256_DIGEST_LENGTH];
    SHA256(reinterpret_cast<const unsigned char*>(body.data()), body.size(), digest);
    std::string bodyHash;
    for (unsigned char byte : digest) bodyHash += {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};

    // region: message
    const std::string timestamp = std::to_string(now); // now: std::time(nullptr)
    const std::string message = clientId + "." + timestamp + "." + bodyHash;

    // region: sign
    unsigned char mac[SHA256_DIGEST_LENGTH];
    if (HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
             reinterpret_cast<const unsigned char*>(message.data()), message.size(), mac, nullptr) == nullptr)
        throw std::runtime_error("HMAC failed");
    std::string signature;
    for (unsigned char byte : mac) signature += {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};
    const std::vector headers{"X-Client-ID: " + clientId, "X-Timestamp: " + timestamp, "X-Signature: " + signature};

    return headers;
}

// only session
std::vector<std::string> signSession(const std::string& body, std::time_t) {
    // region: secret
    std::string secret = std::getenv("PVG_SECRET_KEY") == nullptr ? "" : std::getenv("PVG_SECRET_KEY");
    secret.erase(secret.find_last_not_of(" \t\r\n") + 1).erase(0, secret.find_first_not_of(" \t\r\n"));
    if (secret.empty() || secret[0] == '"' || secret[0] == '\'')
        throw std::runtime_error("PVG_SECRET_KEY is empty or in quotes");

    // region: sign
    unsigned char mac[SHA256_DIGEST_LENGTH];
    if (HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
             reinterpret_cast<const unsigned char*>(body.data()), body.size(), mac, nullptr) == nullptr)
        throw std::runtime_error("HMAC failed");
    std::string signature;
    for (unsigned char byte : mac) signature += {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};
    const std::vector headers{"X-Signature: " + signature};

    return headers;
}

// end
struct Answer {
    long status; // 0: no answer.
    std::string text;
    int attempts;
};

json member(const std::string& text, const char* name) {
    const json members = json::parse(text, nullptr, false);
    return members.is_object() ? members.value(name, json()) : json();
}

std::size_t append(char* data, std::size_t size, std::size_t count, void* text) {
    static_cast<std::string*>(text)->append(data, size * count);
    return size * count;
}

// After 5xx or a lost answer it waits and sends the same bytes again.
Answer post(const char* baseUrl, const std::string& path, const json& fields, Signer sign) {
    // region: body
    const std::string body = fields.dump();

    std::string url = std::getenv(baseUrl) == nullptr ? "" : std::getenv(baseUrl);
    if (url.empty()) throw std::runtime_error(std::string(baseUrl) + " is not set");
    if (url.back() == '/') url.pop_back();
    url += path;
    for (int attempts = 1;; ++attempts) {
        const auto headers = sign(body, std::time(nullptr));
        // region: send
        std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> request(curl_easy_init(), curl_easy_cleanup);
        curl_slist* list = curl_slist_append(nullptr, "Content-Type: application/json");
        for (const std::string& header : headers) list = curl_slist_append(list, header.c_str());
        std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> owner(list, curl_slist_free_all);
        curl_easy_setopt(request.get(), CURLOPT_URL, url.c_str());
        curl_easy_setopt(request.get(), CURLOPT_HTTPHEADER, list);
        curl_easy_setopt(request.get(), CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
        curl_easy_setopt(request.get(), CURLOPT_POSTFIELDS, body.data());

        Answer answer{0, "", attempts};
        curl_easy_setopt(request.get(), CURLOPT_TIMEOUT, 10L); // for the whole answer
        curl_easy_setopt(request.get(), CURLOPT_NOSIGNAL, 1L); // a server has threads
        curl_easy_setopt(request.get(), CURLOPT_WRITEFUNCTION, append);
        curl_easy_setopt(request.get(), CURLOPT_WRITEDATA, &answer.text);
        const CURLcode failure = curl_easy_perform(request.get());
        if (failure == CURLE_OK) curl_easy_getinfo(request.get(), CURLINFO_RESPONSE_CODE, &answer.status);
        else std::cerr << "attempt " << attempts << ", no answer: " << curl_easy_strerror(failure) << '\n';
        if ((answer.status != 0 && answer.status < 500) || attempts == 4) return answer;
        const unsigned wait = (50u << attempts) + std::random_device{}() % (50u << attempts);
        std::this_thread::sleep_for(std::chrono::milliseconds(wait));
    }
}

// only gateway
Answer postPurchase(const std::string& path, const char* productId, const char* package, const char* receipt) {
    const json fields{{"os_id", 1}, {"product_id", productId}, {"package", package}, {"receipt", receipt}};
    return post("PVG_GATEWAY_URL", path, fields, signGateway);
}

bool lookup(const char* productId, const char* package, const char* receipt) {
    const auto [status, text, _] = postPurchase("/iap/gateway/lookup-receipt", productId, package, receipt);
    std::cout << status << ' ' << text << '\n';
    return status == 200;
}

bool verify(const char* productId, const char* package, const char* receipt) {
    const auto [status, text, attempts] = postPurchase("/iap/gateway/verify", productId, package, receipt);
    const json id = member(text, "transaction_id"), product = member(text, "product_id");
    // region: outcome
    if (status == 200 && member(text, "success") == true && product == productId && id.is_string() && id != "") {
        // Insert the id under a unique key first; if it is there already, give nothing.
        std::cout << "granted " << id.get<std::string>() << '\n';
        return true;
    }
    // An earlier attempt may have been recorded, or another server answered. 409: It never allows a grant.
    const json error = member(text, "error");
    const bool isUnknown = status == 200 || attempts > 1 || error.is_null();

    std::cerr << "not granted: " << status << ' ' << (error.is_string() ? error.get<std::string>() : "no error code")
              << (isUnknown ? ": the outcome is unknown: look it up\n" : "\n");
    return false;
}

// only session
bool session(const char* gameId, const char* username) {
    const json fields{{"gameId", gameId}, {"username", username}};
    const auto [status, text, _] = post("PVG_SESSION_URL", "/xmdt/session", fields, signSession);
    std::cout << status << ' ' << text << '\n';
    // region: outcome
    // Only xmdtCompleted says whether the player is verified: never the device.
    return status == 200 && member(text, "xmdtCompleted").is_boolean();
}

// end
int print(const std::vector<std::string>& headers) {
    std::cout << headers.back().substr(std::string("X-Signature: ").size()) << '\n';
    return 0;
}

int main(int argc, char** argv) try {
    const std::string mode = argc > 1 ? argv[1] + (" " + std::to_string(argc - 2)) : ""; // with the number of words
    const auto input = [] { return std::string(std::istreambuf_iterator<char>(std::cin), {}); };
    if (mode == "sign-gateway 0") return print(signGateway(input(), std::stoll(std::getenv("PVG_TIMESTAMP")))); // only gateway
    if (mode == "lookup 3") return lookup(argv[2], argv[3], argv[4]) ? 0 : 1; // only gateway
    if (mode == "verify 3") return verify(argv[2], argv[3], argv[4]) ? 0 : 1; // only gateway
    if (mode == "sign-session 0") return print(signSession(input(), 0)); // only session
    if (mode == "session 2") return session(argv[2], argv[3]) ? 0 : 1; // only session
    throw std::runtime_error("the modes and their words are at the end of this file");
} catch (const std::exception& failure) {
    std::cerr << failure.what() << '\n';
    return 1;
}
