/** The path of what a request asks for, without dot segments, as Remix will read it. */
export const pathOf = (requested: string): string => new URL(`http://any${requested}`).pathname;
