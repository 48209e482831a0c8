import { expect, it } from 'vitest';
import { Admission, type AdmittedRequest, RETRY_SECONDS } from '@/app/http/offload/admission';

const visit = (admission: Admission, account: string) => admission.admit(account) as AdmittedRequest;

it('limits the requests of an account until one has its response', () => {
  const admission = new Admission({ perAccount: 2, total: 10, formBytesPerAccount: 70, formBytes: 100 });
  const first = visit(admission, 'ana');
  visit(admission, 'ana');
  expect(admission.admit('ana')).toEqual({ status: 429, retrySeconds: RETRY_SECONDS });
  expect(visit(admission, 'bia').account).toBe('bia');
  first.release();
  expect(visit(admission, 'ana').account).toBe('ana');
});

it('limits the requests of all accounts', () => {
  const admission = new Admission({ perAccount: 2, total: 2, formBytesPerAccount: 70, formBytes: 100 });
  visit(admission, 'ana');
  visit(admission, 'bia');
  expect(admission.admit('caio')).toEqual({ status: 503, retrySeconds: RETRY_SECONDS });
});

it('limits the buffered form bytes of all accounts until their response', () => {
  const admission = new Admission({ perAccount: 2, total: 10, formBytesPerAccount: 70, formBytes: 100 });
  const ana = visit(admission, 'ana');
  expect(ana.countFormBytes(60)).toBeNull();
  const bia = visit(admission, 'bia');
  expect(bia.countFormBytes(60)).toEqual({ status: 503, retrySeconds: RETRY_SECONDS });
  bia.release();
  expect(ana.countFormBytes(10)).toBeNull();
});

it('limits the buffered form bytes of one account, to leave room for others', () => {
  const admission = new Admission({ perAccount: 2, total: 10, formBytesPerAccount: 70, formBytes: 100 });
  const first = visit(admission, 'ana');
  const second = visit(admission, 'ana');
  expect(first.countFormBytes(40)).toBeNull();
  expect(second.countFormBytes(40)).toEqual({ status: 429, retrySeconds: RETRY_SECONDS });
  second.release();
  expect(visit(admission, 'bia').countFormBytes(60)).toBeNull();
  first.release();
  expect(visit(admission, 'ana').countFormBytes(40)).toBeNull();
});
