import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const encoded = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** What an attacker, or a faulty device, may say otherwise than the page asked. */
export interface Lies {
  challenge?: string;
  origin?: string;
  rpId?: string;
  counter?: number;
  isVerified?: boolean;
  userHandle?: string;
}

/** A device that holds one passkey in software, and answers as WebAuthn says. */
export class Authenticator {
  readonly id = randomBytes(32);
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private counter = 0;

  constructor(
    private readonly page: { origin: string; rpId: string },
    private readonly userHandle: string,
  ) {}

  /** The answer to the options of a registration. */
  register({ challenge }: { challenge: string }, lies: Lies = {}) {
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' });
    const coseKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ]);
    const length = Buffer.from([0, this.id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, coseKey]);
    const data = Buffer.concat([this.authenticatorData(lies, HAS_CREDENTIAL), credential]);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return {
      ...this.credential(),
      response: {
        clientDataJSON: encoded(this.clientData('webauthn.create', { challenge, ...lies })),
        attestationObject: encoded(attestation),
      },
    };
  }

  /** The answer to the options of a sign-in. */
  signIn({ challenge }: { challenge: string }, lies: Lies = {}) {
    this.counter += 1;
    const data = this.authenticatorData(lies, 0);
    const clientData = this.clientData('webauthn.get', { challenge, ...lies });
    const signed = Buffer.concat([data, sha256(clientData)]);
    return {
      ...this.credential(),
      response: {
        clientDataJSON: encoded(clientData),
        authenticatorData: encoded(data),
        signature: encoded(sign('sha256', signed, this.keys.privateKey)),
        userHandle: encoded(lies.userHandle ?? this.userHandle),
      },
    };
  }

  private credential() {
    const id = encoded(this.id);
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  private clientData(type: string, { challenge, origin = this.page.origin }: Lies): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false });
  }

  private authenticatorData(lies: Lies, flags: number): Buffer {
    const { rpId = this.page.rpId, counter = this.counter, isVerified = true } = lies;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const all = flags | PRESENT | (isVerified ? VERIFIED : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([all]), count]);
  }
}
