// Where a program that was compiled ahead is loaded from, and errors name the source.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compiledFile } from './compile.mjs';

const checkout = path.resolve(import.meta.dirname, '../..');

/** Loads the compiled form of a source, which is named from the checkout or in full. */
export const load = (file) => import(pathToFileURL(compiledFile(checkout, path.resolve(checkout, file))));

// Node's own --enable-source-maps reads the maps of every package at the start, 20 MB of memory; this reads those of ours that an
// error passed through, when someone looks at it.
Error.prepareStackTrace = (error, sites) => {
  const places = sites.map((site) => `\n    at ${String(site).replace(COMPILED, inSource)}`);
  return Error.prototype.toString.call(error) + places.join('');
};

const COMPILED = /(file:\/\/[^()]*\/\.compiled\/[^()]*\.js):(\d+):(\d+)/;
const maps = new Map();

function inSource(place, url, line, column) {
  const file = fileURLToPath(url);
  if (!maps.has(file)) maps.set(file, mapOf(file));
  const { originalSource, originalLine, originalColumn } = maps.get(file)?.findEntry(line - 1, column - 1) ?? {};
  if (originalSource === undefined) return place;
  return `${path.resolve(path.dirname(file), originalSource)}:${originalLine + 1}:${originalColumn + 1}`;
}

function mapOf(file) {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  } catch {
    return undefined; // compiled anew, or packed without it
  }
}
