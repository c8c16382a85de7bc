import { secretVariable, type LanguageFixes } from './kinds.js';

const hex = (name: string): string => `std::string ${name};
for (unsigned char byte : digest)
    ${name} += {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};`;
const bytes = (text: string): string =>
  `reinterpret_cast<const unsigned char*>(${text}.data()), ${text}.size()`;
const bodyHash = `unsigned char digest[SHA256_DIGEST_LENGTH];
SHA256(${bytes('body')}, digest);
${hex('bodyHash')}`;
const join = `const std::string message = clientId + "." + timestamp + "." + bodyHash;`;
const send = `curl_easy_setopt(request, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
curl_easy_setopt(request, CURLOPT_POSTFIELDS, body.data());`;

const hmac = (data: string): string => `unsigned char digest[SHA256_DIGEST_LENGTH];
HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
     ${bytes(data)}, digest, nullptr);
${hex('signature')}`;

const header = (name: string, value: string): string =>
  `headers = curl_slist_append(headers, ("${name}: " + ${value}).c_str());`;

export const cpp: LanguageFixes = (scheme) => {
  const signed = scheme === 'gateway' ? 'message' : 'body';
  const digest = scheme === 'gateway' ? bodyHash : hmac('body');
  const variable = secretVariable[scheme];
  return {
    'serialise-once': `const std::string body = payload.dump();\n${digest}\n${send}`,
    'utf8-bytes': `const std::string body = text; // UTF-8, and size() counts bytes\n${digest}\n${send}`,
    'no-extra-bytes': `std::ifstream file("body.json", std::ios::binary);
const std::string body{std::istreambuf_iterator<char>(file), {}};
${digest}
${send}`,
    'empty-body': `const std::string body;\n${digest}`,
    'body-hash': `${bodyHash}\n${join}`,
    'message-layout': `${join}\n${hmac('message')}`,
    'session-message': hmac('body'),
    'secret-as-text': hmac(signed),
    'secret-trim': `const char* value = std::getenv("${variable}");
std::string secret = value == nullptr ? "" : value;
const char* space = " \\t\\r\\n";
secret.erase(secret.find_last_not_of(space) + 1).erase(0, secret.find_first_not_of(space));
if (secret.empty() || secret[0] == '"' || secret[0] == '\\'')
    throw std::runtime_error("${variable} is empty or in quotes");`,
    'secret-right-one': `const char* value = std::getenv("${variable}");
if (value == nullptr || *value == '\\0') throw std::runtime_error("${variable} is not set");
const std::string secret = value;
unsigned char digest[SHA256_DIGEST_LENGTH];
SHA256(${bytes('secret')}, digest);
std::cerr << secret.size() << ' ' << std::hex << std::setfill('0'); // never the secret itself
for (int i = 0; i < 6; ++i) std::cerr << std::setw(2) << +digest[i];
std::cerr << std::dec << '\\n';`,
    'hmac-sha256': hmac(signed),
    'argument-order': `// HMAC(digest, key, key length, data, data length, ...)\n${hmac(signed)}`,
    'hex-lower': `${hmac(signed)}\n${header('X-Signature', 'signature')}`,
    'unix-seconds': `const std::string timestamp = std::to_string(std::time(nullptr));
${join}
${header('X-Timestamp', 'timestamp')}`,
    'client-id': `std::string clientId = std::getenv("CLIENT_ID");
clientId.erase(clientId.find_last_not_of(" \\t\\r\\n") + 1);
${join}
${header('X-Client-ID', 'clientId')}`,
    headers: [
      `curl_slist* headers = curl_slist_append(nullptr, "Content-Type: application/json");`,
      ...(scheme === 'gateway'
        ? [header('X-Client-ID', 'clientId'), header('X-Timestamp', 'timestamp')]
        : []),
      header('X-Signature', 'signature'),
      `curl_easy_setopt(request, CURLOPT_HTTPHEADER, headers);`,
    ].join('\n'),
  };
};
