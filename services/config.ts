// The environment, read and checked in one place (11.2). A wrong value stops the start with a sentence that names the variable.
import { isIP } from 'node:net';
import path from 'node:path';

export interface Config {
  host: string;
  port: number;
  archivePort: number;
  /** Absolute. */
  dataDir: string;
  /** Absolute: the archive's signing keys (8.3). */
  archiveKeyFile: string;
  /** As set; what counts is the stored origin, which set-up hands to the services in this very variable. */
  publicOrigin: string | undefined;
  /** Anonymous reads a minute and address; 0 is none. */
  readLimit: number;
  archiveReadLimit: number;
  /** Absent: the embedded Postgres. */
  databaseUrl: string | undefined;
  archiveDatabaseUrl: string | undefined;
  /** Absent: visitors' answers are read from `databaseUrl` too. */
  readDatabaseUrl: string | undefined;
  /** Absent: the scheduler keeps its jobs in Postgres. */
  mongodbUrl: string | undefined;
  /** Where security.txt sends who found a weakness; absent: the page of contacts. */
  securityContact: string | undefined;
  logLevel: LogLevel;
  /** What Fastify takes as `trustProxy`. */
  trustProxy: boolean | number | string[];
}

/** Where the embedded database lies unless DATA_DIR says otherwise. */
export const usualDataDir = path.resolve('.data');

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const wrong: string[] = [];
  // Compose files pass unset variables as empty ones, so empty is absent.
  const read = <Value>(name: string, parse: (text: string) => Value | undefined, must: string): Value | undefined => {
    const text = env[name]?.trim();
    if (!text) return undefined;
    const value = parse(text);
    if (value === undefined) wrong.push(`${name} must be ${must}, not "${text}".`);
    return value;
  };
  const port = (name: string, otherwise: number) => read(name, whole(1, 65535), 'a port from 1 to 65535') ?? otherwise;
  const limit = (name: string, otherwise: number) =>
    read(name, whole(0, 1e9), 'a whole number, 0 for no limit') ?? otherwise;
  // A connection string may hold a password, which must not land on a screen or in a log.
  const url = (name: string, ...protocols: string[]) => {
    const text = env[name]?.trim();
    if (!text) return undefined;
    if (protocols.includes(protocolOf(text) ?? '')) return text;
    wrong.push(
      `${name} must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
    );
    return undefined;
  };

  const dataDir = path.resolve(read('DATA_DIR', (text) => text, 'a folder') ?? usualDataDir);
  const config: Config = {
    host: read('HOST', hostName, 'a host name or an IP address without a port') ?? '127.0.0.1',
    port: port('PORT', 4000),
    archivePort: port('ARCHIVE_PORT', 4001),
    dataDir,
    archiveKeyFile: path.resolve(
      read('ARCHIVE_KEY_FILE', (text) => text, 'a file') ?? path.join(dataDir, 'archive-keys.json'),
    ),
    publicOrigin: read('PUBLIC_ORIGIN', originOf, 'an origin such as https://example.org, with no path'),
    readLimit: limit('READ_LIMIT', 1200),
    archiveReadLimit: limit('ARCHIVE_READ_LIMIT', 30_000),
    databaseUrl: url('DATABASE_URL', 'postgresql:', 'postgres:'),
    archiveDatabaseUrl: url('ARCHIVE_DATABASE_URL', 'postgresql:', 'postgres:'),
    readDatabaseUrl: url('READ_DATABASE_URL', 'postgresql:', 'postgres:'),
    mongodbUrl: url('MONGODB_URL', 'mongodb:', 'mongodb+srv:'),
    securityContact: read('SECURITY_CONTACT', contactOf, 'an address that begins with https://, mailto: or tel:'),
    logLevel:
      read('LOG_LEVEL', (text) => LOG_LEVELS.find((level) => level === text), `one of ${LOG_LEVELS.join(', ')}`) ??
      'info',
    trustProxy:
      read('TRUST_PROXY', proxies, 'true, false, a number of proxies, or their addresses separated by commas') ?? false,
  };
  if (config.port === config.archivePort) wrong.push(`PORT and ARCHIVE_PORT must differ; both are ${config.port}.`);
  if (wrong.length > 0) throw new Error(wrong.join('\n')); // all mistakes in one go
  return config;
}

function whole(from: number, to: number) {
  return (text: string): number | undefined => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    return value >= from && value <= to ? value : undefined;
  };
}

function hostName(text: string): string | undefined {
  return isIP(text) !== 0 || /^[A-Za-z0-9.-]{1,253}$/.test(text) ? text : undefined;
}

/** RFC 9116: an address, and no line more. */
function contactOf(text: string): string | undefined {
  return /^(https:\/\/|mailto:|tel:)[\x21-\x7e]+$/.test(text) ? text : undefined;
}

function protocolOf(text: string): string | undefined {
  // The hosts of a replica set, separated by commas, are no URL to the standard.
  const one = text.replace(/^(mongodb:\/\/[^/,]+)(,[^/,]+)+/, '$1');
  return URL.canParse(one) ? new URL(one).protocol : undefined;
}

/** The origin in its one spelling, or nothing where the text is more than an origin. */
export function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const plain = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  return plain && ['http:', 'https:'].includes(url.protocol) ? url.origin : undefined;
}

function proxies(text: string): boolean | number | string[] | undefined {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^\d{1,3}$/.test(text)) return Number(text);
  const addresses = text.split(',').map((address) => address.trim());
  return addresses.every((address) => /^(loopback|linklocal|uniquelocal|[0-9A-Fa-f:.]+(\/\d{1,3})?)$/.test(address))
    ? addresses
    : undefined;
}

/** `http://HOST:PORT`, with the brackets that an IPv6 address needs. */
export function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Where this machine itself reaches a service: one that listens everywhere is reached on loopback. */
export function localAddressOf(host: string, port: number): string {
  return addressOf({ '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host, port);
}
