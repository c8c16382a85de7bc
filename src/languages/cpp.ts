import { camelCase } from './names.js';
import type { Language } from './language.js';

const hex = (name: string, bytes = 'digest'): string => `std::string ${name};
for (unsigned char byte : ${bytes})
    ${name} += {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};`;
const bytes = (text: string): string =>
  `reinterpret_cast<const unsigned char*>(${text}.data()), ${text}.size()`;
const hmac = (data: string): string => `unsigned char digest[SHA256_DIGEST_LENGTH];
HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
     ${bytes(data)}, digest, nullptr);
${hex('signature')}`;

export const cpp: Language = {
  alsoCalled: ['c++', 'cxx', 'cc'],
  userAgent: /^cpp-httplib\//,
  comment: '//',
  pieces: {
    names: camelCase,
    payload: `const std::string body = payload.dump();`,
    text: `const std::string body = text; // UTF-8, and size() counts bytes`,
    file: `std::ifstream file("body.json", std::ios::binary);
const std::string body{std::istreambuf_iterator<char>(file), {}};`,
    nothing: `const std::string body;`,
    send: `curl_easy_setopt(request, CURLOPT_HTTPHEADER, headers);
curl_easy_setopt(request, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
curl_easy_setopt(request, CURLOPT_POSTFIELDS, body.data());`,
    bodyHash: `unsigned char digest[SHA256_DIGEST_LENGTH];
SHA256(${bytes('body')}, digest);
${hex('bodyHash')}`,
    bodyHex: hex('bodyHex', 'body'),
    message: `const std::string message = clientId + "." + timestamp + "." + bodyHash;`,
    signed: { gateway: 'message', session: 'body' },
    hmac,
    readSecret: (variable) => `const char* value = std::getenv("${variable}");
std::string secret = value == nullptr ? "" : value;
const char* space = " \\t\\r\\n";
secret.erase(secret.find_last_not_of(space) + 1).erase(0, secret.find_first_not_of(space));
if (secret.empty() || secret[0] == '"' || secret[0] == '\\'')
    throw std::runtime_error("${variable} is empty or in quotes");`,
    fingerprint: `unsigned char digest[SHA256_DIGEST_LENGTH];
SHA256(${bytes('secret')}, digest);
std::cerr << secret.size() << ' ' << std::hex << std::setfill('0'); // never the secret itself
for (int i = 0; i < 6; ++i) std::cerr << std::setw(2) << +digest[i];
std::cerr << std::dec << '\\n';`,
    print: (label, value) => `std::cerr << "${label}: " << ${value} << '\\n';`,
    order: `// HMAC(digest, key, key length, data, data length, ...)`,
    timestamp: `const std::string timestamp = std::to_string(std::time(nullptr));`,
    clientId: `std::string clientId = std::getenv("CLIENT_ID");
clientId.erase(clientId.find_last_not_of(" \\t\\r\\n") + 1);`,
    header: (name, value) => `headers = curl_slist_append(headers, ("${name}: " + ${value}).c_str());`,
    contentType: `curl_slist* headers = curl_slist_append(nullptr, "Content-Type: application/json");`,
  },
  program: String.raw`G|// C++17 with OpenSSL, libcurl and nlohmann/json: g++ -std=c++17 lookup.cpp -lcurl -lcrypto
S|// C++17 with OpenSSL, libcurl and nlohmann/json: g++ -std=c++17 session.cpp -lcurl -lcrypto
#include <cstdlib>
G|#include <ctime>
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

G|std::string hex(const unsigned char (&digest)[SHA256_DIGEST_LENGTH]) {
S|std::string hmacSha256(const std::string& key, const std::string& data) {
S|    unsigned char digest[SHA256_DIGEST_LENGTH];
S|    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
S|         reinterpret_cast<const unsigned char*>(data.data()), data.size(), digest, nullptr);
    std::string text;
    for (unsigned char byte : digest) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

G|std::string sha256(const std::string& data) {
G|    unsigned char digest[SHA256_DIGEST_LENGTH];
G|    SHA256(reinterpret_cast<const unsigned char*>(data.data()), data.size(), digest);
G|    return hex(digest);
G|}
G|
G|std::string hmacSha256(const std::string& key, const std::string& data) {
G|    unsigned char digest[SHA256_DIGEST_LENGTH];
G|    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
G|         reinterpret_cast<const unsigned char*>(data.data()), data.size(), digest, nullptr);
G|    return hex(digest);
G|}
G|
int main(int argc, char** argv) try {
G|    if (argc != 4) throw std::runtime_error("usage: lookup <product_id> <package> <receipt>");
G|    std::string url = required("PVG_GATEWAY_URL");
S|    if (argc != 3) throw std::runtime_error("usage: session <gameId> <username>");
S|    std::string url = required("PVG_SESSION_URL");
    if (url.back() == '/') url.pop_back();
G|    url += "/iap/gateway/lookup-receipt";
G|    const std::string clientId = required("PVG_CLIENT_ID");
G|    const std::string clientSecret = required("PVG_CLIENT_SECRET");
S|    url += "/xmdt/session";
S|    const std::string secretKey = required("PVG_SECRET_KEY");

    // Sign and send these same bytes; never dump again.
G|    const std::string body = nlohmann::json{
G|        {"os_id", 1}, {"product_id", argv[1]}, {"package", argv[2]}, {"receipt", argv[3]},
G|    }.dump();
S|    const std::string body = nlohmann::json{{"gameId", argv[1]}, {"username", argv[2]}}.dump();
S|    const std::string signature = hmacSha256(secretKey, body);

G|    // Take the time once, in seconds: the header and the message need the same text.
G|    const std::string timestamp = std::to_string(std::time(nullptr));
G|    const std::string signature = hmacSha256(clientSecret, clientId + "." + timestamp + "." + sha256(body));
G|
G|    curl_slist* headers = nullptr;
G|    for (const std::string& header : {
G|             std::string("Content-Type: application/json"),
G|             "X-Client-ID: " + clientId,
G|             "X-Timestamp: " + timestamp,
G|             "X-Signature: " + signature,
G|         }) {
G|        headers = curl_slist_append(headers, header.c_str());
G|    }
S|    curl_slist* headers = curl_slist_append(nullptr, "Content-Type: application/json");
S|    headers = curl_slist_append(headers, ("X-Signature: " + signature).c_str());
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
