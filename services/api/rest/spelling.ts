/** An enum's value as REST and the archive spell it: `ACTIVE` is `active`. */
export const spelled = <Name extends string>(name: Name): Lowercase<Name> => name.toLowerCase() as Lowercase<Name>;
