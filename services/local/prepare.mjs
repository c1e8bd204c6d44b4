// What an image and `npm pack` need: everything set up, and nothing started.
import { begin } from './begin.mjs';

begin(() => {});
