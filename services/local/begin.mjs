// The first file of every npm script: it must parse on any Node, so that an old one gets a sentence instead of a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number);

/** Sets up what is missing, then hands over to `main` with TypeScript understood. */
export function begin(main) {
  if (major < 20 || (major === 20 && minor < 19)) {
    end(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
    return;
  }
  import('./set-up.mjs')
    .then(({ setUp }) => setUp())
    .then(() => import('tsx/esm/api'))
    .then((tsx) => {
      tsx.register();
      return main();
    })
    .catch(end);
}

// Failures that we foresee are thrown as plain errors and are one sentence; a defect shows where it came from.
function end(problem) {
  const foreseen =
    problem instanceof Error && ['Error', 'MigrationError', 'Refusal'].includes(problem.name) && problem.message;
  process.stderr.write(`${foreseen ? problem.message : (problem.stack ?? problem)}\n`);
  process.exitCode = 1;
  setTimeout(() => process.exit(), 2000).unref(); // whatever still hangs
}
