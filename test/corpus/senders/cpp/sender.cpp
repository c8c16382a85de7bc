#include <nlohmann/json.hpp>
#include <boost/property_tree/json_parser.hpp>
#include <boost/property_tree/ptree.hpp>
#include <openssl/hmac.h>
#include <openssl/sha.h>
#include <openssl/evp.h>
#include <cstdio>
#include <iostream>
#include <sstream>
using std::string; using json = nlohmann::json; using ojson = nlohmann::ordered_json;
static string b64(const string& s) { string o(4 * ((s.size() + 2) / 3) + 1, 0); int n = EVP_EncodeBlock((unsigned char*)&o[0], (const unsigned char*)s.data(), s.size()); o.resize(n); return o; }
static string unb64(const string& s) { if (s.empty()) return ""; string o(3 * s.size() / 4 + 4, 0); int n = EVP_DecodeBlock((unsigned char*)&o[0], (const unsigned char*)s.data(), s.size()); size_t p = 0; if (s[s.size()-1]=='=') p++; if (s.size()>1 && s[s.size()-2]=='=') p++; o.resize(n - p); return o; }
static string mac(const string& k, const string& m) { unsigned char d[32]; unsigned l; HMAC(EVP_sha256(), k.data(), k.size(), (const unsigned char*)m.data(), m.size(), d, &l); return string((char*)d, 32); }
static string sha(const string& m) { unsigned char d[32]; SHA256((const unsigned char*)m.data(), m.size(), d); return string((char*)d, 32); }
static string hex(const string& b, const char* f = "%02x") { string o; char t[16]; for (unsigned char c : b) { snprintf(t, 16, f, c); o += t; } return o; }
static string hexSigned(const string& b) { string o; char t[16]; for (signed char c : b) { snprintf(t, 16, "%02x", c); o += t; } return o; }
template <class F> static void out(const string& n, const char* form, const char* kind, F f) { try { string s = f(); std::cout << n << "\tcpp." << form << "\t" << kind << "\t" << b64(s) << "\n"; } catch (...) {} }
// What printf("%.17g") makes of the numbers, in the order of the members.
static void print17(const ojson& j, string& o, bool ints) {
  char t[64];
  if (j.is_object()) { o += '{'; bool c = false; for (auto& [k, v] : j.items()) { if (c) o += ','; c = true; o += ojson(k).dump() + ":"; print17(v, o, ints); } o += '}'; }
  else if (j.is_array()) { o += '['; bool c = false; for (auto& v : j) { if (c) o += ','; c = true; print17(v, o, ints); } o += ']'; }
  else if (j.is_number_float() || (ints && j.is_number())) { snprintf(t, 64, "%.17g", j.get<double>()); o += t; }
  else o += j.dump();
}
static ojson float32(const ojson& j) {
  if (j.is_object()) { ojson r = ojson::object(); for (auto& [k, v] : j.items()) r[k] = float32(v); return r; }
  if (j.is_array()) { ojson r = ojson::array(); for (auto& v : j) r.push_back(float32(v)); return r; }
  if (j.is_number_float()) return (double)(float)j.get<double>();
  return j;
}
int main() {
  std::ios::sync_with_stdio(false); string line;
  while (std::getline(std::cin, line)) {
    std::vector<string> f; std::stringstream ss(line); string p; while (std::getline(ss, p, '\t')) f.push_back(p);
    string n = f[0], body = unb64(f[1]), secret = unb64(f[2]), cid = f[3], ts = f[4], scheme = f[5];
    json j = json::parse(body, nullptr, false); ojson o = ojson::parse(body, nullptr, false);
    if (j.is_object()) {
      out(n, "dump", "body", [&] { return j.dump(); });
      out(n, "dump2", "body", [&] { return j.dump(2); });
      out(n, "dump4", "body", [&] { return j.dump(4); });
      out(n, "dump-ascii", "body", [&] { return j.dump(-1, ' ', true); });
      out(n, "ordered", "body", [&] { return o.dump(); });
      out(n, "ordered4", "body", [&] { return o.dump(4); });
      out(n, "ordered-tab", "body", [&] { return o.dump(1, '\t'); });
      out(n, "ordered-ascii", "body", [&] { return o.dump(-1, ' ', true); });
      out(n, "g17", "body", [&] { string r; print17(o, r, true); return r; });
      out(n, "g17-fractions", "body", [&] { string r; print17(o, r, false); return r; });
      out(n, "float32", "body", [&] { return float32(o).dump(); });
      out(n, "endl", "body", [&] { std::ostringstream x; x << o << std::endl; return x.str(); });
      out(n, "dump-endl", "body", [&] { std::ostringstream x; x << j << std::endl; return x.str(); });
      out(n, "ptree", "body", [&] { boost::property_tree::ptree t; std::istringstream i(body); boost::property_tree::read_json(i, t); std::ostringstream x; boost::property_tree::write_json(x, t, false); return x.str(); });
      out(n, "ptree-pretty", "body", [&] { boost::property_tree::ptree t; std::istringstream i(body); boost::property_tree::read_json(i, t); std::ostringstream x; boost::property_tree::write_json(x, t, true); return x.str(); });
    }
    out(n, "c-str", "body", [&] { return string(body.c_str()); });
    string m = scheme == "B" ? body : cid + "." + ts + "." + hex(sha(body)); string d = mac(secret, m);
    out(n, "x", "sig", [&] { return hex(d, "%x"); });
    out(n, "signed", "sig", [&] { return hexSigned(d); });
    out(n, "X", "sig", [&] { return hex(d, "%02X"); });
    out(n, "b64", "sig", [&] { return b64(d); });
    out(n, "sizeof", "sig", [&] { return hex(mac(secret + string(1, '\0'), m)); });
    out(n, "swapped", "sig", [&] { return hex(mac(m, secret)); });
    out(n, "key31", "sig", [&] { char buffer[32]; snprintf(buffer, 32, "%s", secret.c_str()); return secret.size() > 31 ? hex(mac(buffer, m)) : (throw 1, string());});
    if (scheme == "A") {
      out(n, "inner-X", "sig", [&] { return hex(mac(secret, cid + "." + ts + "." + hex(sha(body), "%02X"))); });
      out(n, "both-X", "sig", [&] { return hex(mac(secret, cid + "." + ts + "." + hex(sha(body), "%02X")), "%02X"); });
      out(n, "inner-x", "sig", [&] { return hex(mac(secret, cid + "." + ts + "." + hex(sha(body), "%x"))); });
    }
  }
}
