// A token stands alone: not inside a longer word, such as one of a hash or of base64.
const alone = (form: string) => new RegExp(`(?<![A-Za-z0-9_-])(?:${form})`);

/**
 * Credentials that the scanner does not know, by kind, each by the fixed form its issuer gives it: Node 20 holds the scanner to
 * a release with few issuers, and it asks for more of a private key than 1.12 does. Prefixes are followed by as many
 * characters as a real token has at least, so that a text may name a prefix.
 */
export const credentialForms: Readonly<Record<string, RegExp>> = {
  morrowkin: alone('mk_[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])'),
  // Any key between its lines, encrypted and cut off ones too, with line ends as themselves or as JSON writes them.
  privatekey:
    /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:\\[nr]|\s|[A-Za-z-]+:[^\n]*\n)*[A-Za-z0-9+/]{16}|(?<![A-Za-z0-9-])PuTTY-User-Key-File-\d:/,
  jwt: alone('eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{16,}'),
  age: alone('AGE-SECRET-KEY-1[0-9A-Z]{58}'),
  aws: alone('(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])'),
  google: alone('AIza[A-Za-z0-9_-]{35}|ya29\\.[A-Za-z0-9_-]{30,}|GOCSPX-[A-Za-z0-9_-]{28}'),
  gitlab: alone('gl(?:pat|dt|rt|ptt|ft|imt|agent|oas|soat|cbt|ffct)-[A-Za-z0-9_.-]{20,}'),
  stripe: alone('(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{32,}'),
  huggingface: alone('hf_[A-Za-z0-9]{30,}'),
  pypi: alone('pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,}'),
  crates: alone('cio[A-Za-z0-9]{32}(?![A-Za-z0-9])'),
  rubygems: alone('rubygems_[0-9a-f]{48}'),
  docker: alone('dckr_[po]at_[A-Za-z0-9_-]{27,}'),
  digitalocean: alone('do[opr]_v1_[0-9a-f]{64}'),
  databricks: alone('dapi[0-9a-f]{32}'),
  vault: alone('hv[sbr]\\.[A-Za-z0-9_-]{24,}'),
  groq: alone('gsk_[A-Za-z0-9]{40,}'),
  xai: alone('xai-[A-Za-z0-9]{60,}'),
  replicate: alone('r8_[A-Za-z0-9]{37}'),
  perplexity: alone('pplx-[A-Za-z0-9]{40,}'),
  atlassian: alone('ATATT3[A-Za-z0-9_=-]{100,}'),
  notion: alone('ntn_[A-Za-z0-9]{40,}'),
  grafana: alone('gl(?:sa|c)_[A-Za-z0-9+/=_]{32,}'),
  sentry: alone('sntry[su]_[A-Za-z0-9+/=_]{60,}'),
  tailscale: alone('tskey-[a-z]+-[A-Za-z0-9]+-[A-Za-z0-9]{20,}'),
  supabase: alone('sb(?:p|_secret)_[A-Za-z0-9_-]{30,}'),
  postman: alone('PMAK-[0-9a-f]{24}-[0-9a-f]{34}'),
  telegram: alone('\\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])'),
};
