import type { Interface } from '../contract/interfaces.js';

/**
 * A complete program of one language for each interface, as text. It builds the body once, signs those bytes
 * and sends those bytes (§5); secrets and addresses come from pvg's own environment variables, an empty one is
 * refused. Comments: a first line with what it needs, then two at most, where people go wrong.
 */
export type Signer = Readonly<Record<Interface, string>>;
