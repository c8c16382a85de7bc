import type { Signer } from './signer.js';

export const cpp: Signer = {
  gateway: String.raw`// C++17 with OpenSSL, libcurl and nlohmann/json: g++ -std=c++17 lookup.cpp -lcurl -lcrypto
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <stdexcept>
#include <string>

#include <curl/curl.h>
#include <nlohmann/json.hpp>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

std::string required(const char* name) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') throw std::runtime_error(std::string(name) + " is not set");
    return value;
}

std::string hex(const unsigned char (&digest)[SHA256_DIGEST_LENGTH]) {
    std::string text;
    for (unsigned char byte : digest) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

std::string sha256(const std::string& data) {
    unsigned char digest[SHA256_DIGEST_LENGTH];
    SHA256(reinterpret_cast<const unsigned char*>(data.data()), data.size(), digest);
    return hex(digest);
}

std::string hmacSha256(const std::string& key, const std::string& data) {
    unsigned char digest[SHA256_DIGEST_LENGTH];
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
         reinterpret_cast<const unsigned char*>(data.data()), data.size(), digest, nullptr);
    return hex(digest);
}

int main(int argc, char** argv) try {
    if (argc != 4) throw std::runtime_error("usage: lookup <product_id> <package> <receipt>");
    std::string url = required("PVG_GATEWAY_URL");
    if (url.back() == '/') url.pop_back();
    url += "/iap/gateway/lookup-receipt";
    const std::string clientId = required("PVG_CLIENT_ID");
    const std::string clientSecret = required("PVG_CLIENT_SECRET");

    // Sign and send these same bytes; never dump again.
    const std::string body = nlohmann::json{
        {"os_id", 1}, {"product_id", argv[1]}, {"package", argv[2]}, {"receipt", argv[3]},
    }.dump();

    // Seconds, taken once: the header and the message carry the same text.
    const std::string timestamp = std::to_string(std::time(nullptr));
    const std::string signature = hmacSha256(clientSecret, clientId + "." + timestamp + "." + sha256(body));

    curl_slist* headers = nullptr;
    for (const std::string& header : {
             std::string("Content-Type: application/json"),
             "X-Client-ID: " + clientId,
             "X-Timestamp: " + timestamp,
             "X-Signature: " + signature,
         }) {
        headers = curl_slist_append(headers, header.c_str());
    }
    CURL* request = curl_easy_init();
    curl_easy_setopt(request, CURLOPT_URL, url.c_str());
    curl_easy_setopt(request, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(request, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
    curl_easy_setopt(request, CURLOPT_POSTFIELDS, body.data());
    curl_easy_setopt(request, CURLOPT_TIMEOUT, 10L);
    const CURLcode result = curl_easy_perform(request);
    long status = 0;
    curl_easy_getinfo(request, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_cleanup(request);
    curl_slist_free_all(headers);
    if (result != CURLE_OK) throw std::runtime_error(curl_easy_strerror(result));
    std::cerr << "\nHTTP status " << status << '\n';
} catch (const std::exception& failure) {
    std::cerr << failure.what() << '\n';
    return 1;
}
`,
  session: String.raw`// C++17 with OpenSSL, libcurl and nlohmann/json: g++ -std=c++17 session.cpp -lcurl -lcrypto
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>

#include <curl/curl.h>
#include <nlohmann/json.hpp>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

std::string required(const char* name) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') throw std::runtime_error(std::string(name) + " is not set");
    return value;
}

std::string hmacSha256(const std::string& key, const std::string& data) {
    unsigned char digest[SHA256_DIGEST_LENGTH];
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
         reinterpret_cast<const unsigned char*>(data.data()), data.size(), digest, nullptr);
    std::string text;
    for (unsigned char byte : digest) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

int main(int argc, char** argv) try {
    if (argc != 3) throw std::runtime_error("usage: session <gameId> <username>");
    std::string url = required("PVG_SESSION_URL");
    if (url.back() == '/') url.pop_back();
    url += "/xmdt/session";
    const std::string secretKey = required("PVG_SECRET_KEY");

    // Sign and send these same bytes; never dump again.
    const std::string body = nlohmann::json{{"gameId", argv[1]}, {"username", argv[2]}}.dump();
    const std::string signature = hmacSha256(secretKey, body);

    curl_slist* headers = curl_slist_append(nullptr, "Content-Type: application/json");
    headers = curl_slist_append(headers, ("X-Signature: " + signature).c_str());
    CURL* request = curl_easy_init();
    curl_easy_setopt(request, CURLOPT_URL, url.c_str());
    curl_easy_setopt(request, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(request, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
    curl_easy_setopt(request, CURLOPT_POSTFIELDS, body.data());
    curl_easy_setopt(request, CURLOPT_TIMEOUT, 10L);
    const CURLcode result = curl_easy_perform(request);
    long status = 0;
    curl_easy_getinfo(request, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_cleanup(request);
    curl_slist_free_all(headers);
    if (result != CURLE_OK) throw std::runtime_error(curl_easy_strerror(result));
    std::cerr << "\nHTTP status " << status << '\n';
} catch (const std::exception& failure) {
    std::cerr << failure.what() << '\n';
    return 1;
}
`,
};
