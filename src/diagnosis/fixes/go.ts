import { secretVariable, type LanguageFixes } from './kinds.js';

// Indented with spaces: these lines are read in a terminal, gofmt puts the tabs in.
const bodyHash = `sum := sha256.Sum256(body)
bodyHash := hex.EncodeToString(sum[:])`;
const join = `message := strings.Join([]string{clientID, timestamp, bodyHash}, ".")`;
const stop = `if err != nil {
    return err
}`;
const send = `request, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))`;

const hmac = (data: string): string => `mac := hmac.New(sha256.New, []byte(secret))
mac.Write(${data})
signature := hex.EncodeToString(mac.Sum(nil))`;

export const go: LanguageFixes = (scheme) => {
  const signed = scheme === 'gateway' ? '[]byte(message)' : 'body';
  const digest = scheme === 'gateway' ? bodyHash : hmac('body');
  const variable = secretVariable[scheme];
  return {
    'serialise-once': `body, err := json.Marshal(payload)\n${stop}\n${digest}\n${send}`,
    'utf8-bytes': `body := []byte(text) // UTF-8 already\n${digest}\n${send}`,
    'no-extra-bytes': `body, err := os.ReadFile("body.json")\n${stop}\n${digest}\n${send}`,
    'empty-body': `body := []byte{}\n${digest}`,
    'body-hash': `${bodyHash}\n${join}`,
    'message-layout': `${join}\n${hmac('[]byte(message)')}`,
    'session-message': hmac('body'),
    'secret-as-text': `key := []byte(secret) // no hex.DecodeString, no base64
mac := hmac.New(sha256.New, key)
mac.Write(${signed})
signature := hex.EncodeToString(mac.Sum(nil))`,
    'secret-trim': `secret := strings.TrimSpace(os.Getenv("${variable}"))
if secret == "" || strings.ContainsAny(secret[:1], "\\"'") {
    return errors.New("${variable} is empty or in quotes")
}`,
    'secret-right-one': `secret := os.Getenv("${variable}")
if secret == "" {
    return errors.New("${variable} is not set")
}
fingerprint := sha256.Sum256([]byte(secret))
log.Printf("%d %x", len(secret), fingerprint[:6]) // never the secret itself`,
    'hmac-sha256': hmac(signed),
    'argument-order': `// hmac.New(hash, key), then Write(data)\n${hmac(signed)}`,
    'hex-lower': `${hmac(signed)}
request.Header.Set("X-Signature", signature)`,
    'unix-seconds': `timestamp := strconv.FormatInt(time.Now().Unix(), 10)
${join}
request.Header.Set("X-Timestamp", timestamp)`,
    'client-id': `clientID := strings.TrimSpace(os.Getenv("CLIENT_ID"))
${join}
request.Header.Set("X-Client-ID", clientID)`,
    headers:
      scheme === 'gateway'
        ? `request.Header.Set("Content-Type", "application/json")
request.Header.Set("X-Client-ID", clientID)
request.Header.Set("X-Timestamp", timestamp)
request.Header.Set("X-Signature", signature)`
        : `request.Header.Set("Content-Type", "application/json")
request.Header.Set("X-Signature", signature)`,
  };
};
