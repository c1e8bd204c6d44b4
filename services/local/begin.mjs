// The first file of every npm script: it must parse on any Node, so that an old one gets a sentence instead of a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number);

/** Sets up what is missing, then hands over to `main`, which is given how to load a source of ours. With `json`, what is wrong is told in JSON. */
export function begin(main, json = false) {
  const end = (problem) => tellWrong(problem, json);
  if (major < 20 || (major === 20 && minor < 19)) {
    end(new Error(`Node 20.19 or newer is needed; this is ${process.versions.node}.`));
    return;
  }
  import('./set-up.mjs')
    .then(({ setUp }) => setUp())
    .then(() => import('./load.mjs'))
    .then(({ load }) => main(load))
    .catch(end);
}

// Failures that we foresee are thrown as plain errors and are one sentence; a defect shows where it came from.
function tellWrong(problem, json) {
  const foreseen =
    problem instanceof Error && ['Error', 'MigrationError', 'Refusal'].includes(problem.name) && problem.message;
  const message = foreseen ? problem.message : (problem.stack ?? String(problem));
  // Of a refusal: its code, and the fields at fault.
  const { code, errors } = problem.name === 'Refusal' ? problem : {};
  process.stderr.write(`${json ? JSON.stringify({ error: { message, code, errors } }) : message}\n`);
  process.exitCode = 1;
  setTimeout(() => process.exit(), 2000).unref(); // whatever still hangs
}
