import { expect, it } from 'vitest';
import { Admission, RETRY_SECONDS, type Visit } from '@/app/http/offload/admission';

const visit = (admission: Admission, account: string) => admission.admit(account) as Visit;

it('limits the requests of an account until one has its response', () => {
  const admission = new Admission({ ofAccount: 2, ofAll: 10, formBytesOfAccount: 70, formBytes: 100 });
  const first = visit(admission, 'ana');
  visit(admission, 'ana');
  expect(admission.admit('ana')).toEqual({ status: 429, retrySeconds: RETRY_SECONDS });
  expect(visit(admission, 'bia').account).toBe('bia');
  first.leave();
  expect(visit(admission, 'ana').account).toBe('ana');
});

it('limits the requests of all accounts', () => {
  const admission = new Admission({ ofAccount: 2, ofAll: 2, formBytesOfAccount: 70, formBytes: 100 });
  visit(admission, 'ana');
  visit(admission, 'bia');
  expect(admission.admit('caio')).toEqual({ status: 503, retrySeconds: RETRY_SECONDS });
});

it('limits the buffered form bytes of all accounts until their response', () => {
  const admission = new Admission({ ofAccount: 2, ofAll: 10, formBytesOfAccount: 70, formBytes: 100 });
  const ana = visit(admission, 'ana');
  expect(ana.keep(60)).toBeNull();
  const bia = visit(admission, 'bia');
  expect(bia.keep(60)).toEqual({ status: 503, retrySeconds: RETRY_SECONDS });
  bia.leave();
  expect(ana.keep(10)).toBeNull();
});

it('limits the buffered form bytes of one account, to leave room for others', () => {
  const admission = new Admission({ ofAccount: 2, ofAll: 10, formBytesOfAccount: 70, formBytes: 100 });
  const first = visit(admission, 'ana');
  const second = visit(admission, 'ana');
  expect(first.keep(40)).toBeNull();
  expect(second.keep(40)).toEqual({ status: 429, retrySeconds: RETRY_SECONDS });
  second.leave();
  expect(visit(admission, 'bia').keep(60)).toBeNull();
  first.leave();
  expect(visit(admission, 'ana').keep(40)).toBeNull();
});
