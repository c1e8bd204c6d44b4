// `npm test`: the static checks, then the tests, from a fresh clone too.
