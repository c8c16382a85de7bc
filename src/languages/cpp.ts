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
  program: String.raw`// C++17 with OpenSSL, libcurl and nlohmann/json: g++ -std=c++17 «interface».cpp -lcurl -lcrypto
#include <chrono>
#include <cstdlib>
G|#include <ctime>
#include <iostream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>

#include <curl/curl.h>
#include <nlohmann/json.hpp>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

using Headers = std::map<std::string, std::string>;

struct Answer {
    long status; // 0: no answer.
    std::string text;
    int attempts;

    // The members of the answer; none if it is not a JSON object.
    nlohmann::json members() const {
        const auto json = nlohmann::json::parse(text, nullptr, false);
        return json.is_object() ? json : nlohmann::json::object();
    }
};

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

G|std::string sha256(const std::string& data) {
G|    unsigned char digest[SHA256_DIGEST_LENGTH];
G|    SHA256(reinterpret_cast<const unsigned char*>(data.data()), data.size(), digest);
G|    return hex(digest);
G|}
G|
std::string hmacSha256(const std::string& key, const std::string& data) {
    unsigned char digest[SHA256_DIGEST_LENGTH];
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
         reinterpret_cast<const unsigned char*>(data.data()), data.size(), digest, nullptr);
    return hex(digest);
}

G|// The headers for a body. The timestamp is Unix seconds; header and message need the same text.
G|Headers sign(const std::string& body, const std::string& timestamp = std::to_string(std::time(nullptr))) {
G|    const std::string clientId = required("PVG_CLIENT_ID");
G|    const std::string message = clientId + "." + timestamp + "." + sha256(body);
G|    return {{"X-Client-ID", clientId},
G|            {"X-Timestamp", timestamp},
G|            {"X-Signature", hmacSha256(required("PVG_CLIENT_SECRET"), message)}};
G|}
S|// The headers for a body.
S|Headers sign(const std::string& body) {
S|    return {{"X-Signature", hmacSha256(required("PVG_SECRET_KEY"), body)}};
S|}

std::size_t append(char* data, std::size_t size, std::size_t count, void* text) {
    static_cast<std::string*>(text)->append(data, size * count);
    return size * count;
}

// After 5xx or a lost answer it waits and signs again.
Answer post(const std::string& path, const nlohmann::json& fields) {
    // Sign and send these same bytes; never dump again.
    const std::string body = fields.dump();
    std::string url = required("PVG_«INTERFACE»_URL");
    if (url.back() == '/') url.pop_back();
    url += path;
    for (int attempts = 1;; ++attempts) {
        curl_slist* headers = curl_slist_append(nullptr, "Content-Type: application/json");
        for (const auto& [name, value] : sign(body)) {
            headers = curl_slist_append(headers, (name + ": " + value).c_str());
        }
        Answer answer{0, "", attempts};
        CURL* request = curl_easy_init();
        curl_easy_setopt(request, CURLOPT_URL, url.c_str());
        curl_easy_setopt(request, CURLOPT_HTTPHEADER, headers);
        curl_easy_setopt(request, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
        curl_easy_setopt(request, CURLOPT_POSTFIELDS, body.data());
        curl_easy_setopt(request, CURLOPT_TIMEOUT, 10L);
        curl_easy_setopt(request, CURLOPT_WRITEFUNCTION, append);
        curl_easy_setopt(request, CURLOPT_WRITEDATA, &answer.text);
        const CURLcode result = curl_easy_perform(request);
        if (result == CURLE_OK) curl_easy_getinfo(request, CURLINFO_RESPONSE_CODE, &answer.status);
        curl_easy_cleanup(request);
        curl_slist_free_all(headers);
        if ((answer.status != 0 && answer.status < 500) || attempts == 4) return answer;
        std::this_thread::sleep_for(std::chrono::milliseconds((100 << attempts) * (50 + std::rand() % 50) / 100));
    }
}

G|nlohmann::json purchase(const std::string& productId, const std::string& package, const std::string& receipt) {
G|    return {{"os_id", 1}, {"product_id", productId}, {"package", package}, {"receipt", receipt}};
G|}
G|
G|Answer lookup(const nlohmann::json& purchase) { return post("/iap/gateway/lookup-receipt", purchase); }
G|
G|// Give the item here: insert the id under a unique key, and give nothing if it is there already.
G|void grant(const std::string& transactionId) { std::cout << "granted " << transactionId << '\n'; }
G|
G|// Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does.
G|// Returns an empty text if it granted the purchase, or why not.
G|std::string verify(const nlohmann::json& purchase) {
G|    const Answer answer = post("/iap/gateway/verify", purchase);
G|    const auto [status, members] = std::pair(answer.status, answer.members());
G|    if (status == 200 && members.value("success", nlohmann::json()) == true) {
G|        grant(members.at("transaction_id"));
G|        return "";
G|    }
G|    const auto error = members.value("error", nlohmann::json());
G|    std::string problem = std::to_string(status) + " ";
G|    problem += error.is_string() ? error.get<std::string>() : "without an error code";
G|    const bool isUnknown = status == 0 || status == 200 || (status == 409 && answer.attempts > 1);
G|    return isUnknown ? problem + ": the outcome is unknown: look it up" : problem;
G|}
S|// Only xmdtCompleted of this answer says whether the player is verified, never the device.
S|Answer session(const std::string& gameId, const std::string& username) {
S|    return post("/xmdt/session", {{"gameId", gameId}, {"username", username}});
S|}

int main(int argc, char** argv) try {
    const std::string mode = argc > 1 ? argv[1] : "";
    if (mode == "sign") {
        const std::string body{std::istreambuf_iterator<char>(std::cin), {}};
G|        std::cout << sign(body, required("PVG_TIMESTAMP"))["X-Signature"] << '\n';
S|        std::cout << sign(body)["X-Signature"] << '\n';
        return 0;
    }
G|    if (argc != 5) throw std::runtime_error("usage: lookup|verify <product_id> <package> <receipt>");
G|    const auto fields = purchase(argv[2], argv[3], argv[4]);
G|    if (mode == "verify") {
G|        const std::string problem = verify(fields);
G|        if (!problem.empty()) std::cerr << "not granted: " << problem << '\n';
G|        return problem.empty() ? 0 : 1;
G|    }
G|    const Answer answer = lookup(fields);
S|    if (argc != 4) throw std::runtime_error("usage: session <gameId> <username>");
S|    const Answer answer = session(argv[2], argv[3]);
    std::cout << answer.status << ' ' << answer.text << '\n';
G|    return answer.status == 200 ? 0 : 1;
S|    const bool isMinted = answer.members().value("xmdtCompleted", nlohmann::json()).is_boolean();
S|    return answer.status == 200 && isMinted ? 0 : 1;
} catch (const std::exception& failure) {
    std::cerr << failure.what() << '\n';
    return 1;
}
`,
};
