import path from 'node:path';
import { expect, test } from 'vitest';
import { addressOf, localAddressOf, readConfig } from '#services/config.ts';

test('without any variable the defaults of the protocol hold', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 4000,
    archivePort: 4001,
    archiveKeyFile: path.resolve('.data/archive-keys.json'),
    dataDir: path.resolve('.data'),
    publicOrigin: undefined,
    readLimit: 1200,
    archiveReadLimit: 30_000,
    databaseUrl: undefined,
    archiveDatabaseUrl: undefined,
    mongodbUrl: undefined,
    logLevel: 'info',
    trustProxy: false,
  });
});

test('an empty variable is an absent one', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', PUBLIC_ORIGIN: '' })).toEqual(readConfig({}));
});

test.each([
  ['HOST', '::1', { host: '::1' }],
  ['PORT', '65535', { port: 65_535 }],
  ['READ_LIMIT', '0', { readLimit: 0 }],
  ['MONGODB_URL', 'mongodb://u:p@one:27017,two:27018/jobs', { mongodbUrl: 'mongodb://u:p@one:27017,two:27018/jobs' }],
  ['PUBLIC_ORIGIN', 'https://Example.org:443/', { publicOrigin: 'https://example.org' }],
  ['DATABASE_URL', 'postgres://u@h/d', { databaseUrl: 'postgres://u@h/d' }],
  ['MONGODB_URL', 'mongodb+srv://h/d', { mongodbUrl: 'mongodb+srv://h/d' }],
  ['TRUST_PROXY', 'true', { trustProxy: true }],
  ['TRUST_PROXY', '2', { trustProxy: 2 }],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/8', { trustProxy: ['loopback', '10.0.0.0/8'] }],
])('%s may be %s', (name, text, expected) => {
  expect(readConfig({ [name]: text })).toMatchObject(expected);
});

test.each([
  ['HOST', 'http://h'],
  ['HOST', '127.0.0.1:4000'],
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '4e3'],
  ['ARCHIVE_PORT', '-1'],
  ['READ_LIMIT', '1.5'],
  ['ARCHIVE_READ_LIMIT', 'none'],
  ['PUBLIC_ORIGIN', 'example.org'],
  ['PUBLIC_ORIGIN', 'https://example.org/path'],
  ['PUBLIC_ORIGIN', 'ftp://example.org'],
  ['PUBLIC_ORIGIN', 'https://user@example.org'],
  ['DATABASE_URL', 'mysql://h/d'],
  ['ARCHIVE_DATABASE_URL', 'h/d'],
  ['MONGODB_URL', 'postgres://h/d'],
  ['LOG_LEVEL', 'INFO'],
  ['TRUST_PROXY', 'yes'],
])('%s may not be %s, and the sentence begins with its name', (name, text) => {
  expect(() => readConfig({ [name]: text })).toThrow(new RegExp(`^${name} must be `));
});

test('every wrong variable is named at once, and no password is repeated', () => {
  const wrong = () => readConfig({ PORT: 'x', DATABASE_URL: 'mysql://u:hidden@h/d' });
  expect(wrong).toThrow(/^PORT must .*\nDATABASE_URL must /);
  expect(wrong).not.toThrow('hidden');
});

test('two services cannot share a port', () => {
  expect(() => readConfig({ PORT: '4001' })).toThrow('PORT and ARCHIVE_PORT must differ; both are 4001.');
});

test('addresses carry the brackets of IPv6, and this machine reaches what listens everywhere on loopback', () => {
  expect(addressOf('::1', 4000)).toBe('http://[::1]:4000');
  expect(localAddressOf('0.0.0.0', 4000)).toBe('http://127.0.0.1:4000');
  expect(localAddressOf('::', 4000)).toBe('http://[::1]:4000');
  expect(localAddressOf('example.org', 4000)).toBe('http://example.org:4000');
});
