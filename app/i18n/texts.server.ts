import { createInstance, type InitOptions, type i18n, type TFunction } from 'i18next';
import { initReactI18next } from 'react-i18next';
import enAccount from '@/locales/en/account.json';
import enCommon from '@/locales/en/common.json';
import enErrors from '@/locales/en/errors.json';
import enMail from '@/locales/en/mail.json';
import enTranscript from '@/locales/en/transcript.json';
import enTranscription from '@/locales/en/transcription.json';
import ptAccount from '@/locales/pt/account.json';
import ptCommon from '@/locales/pt/common.json';
import ptErrors from '@/locales/pt/errors.json';
import ptMail from '@/locales/pt/mail.json';
import ptTranscript from '@/locales/pt/transcript.json';
import ptTranscription from '@/locales/pt/transcription.json';
import { DEFAULT_LANGUAGE, INTERFACE_LANGUAGES, type InterfaceLanguage } from './languages';

/** How texts are looked up; keys are flat and may hold dots. */
export const textOptions: InitOptions = {
  resources: {
    pt: {
      account: ptAccount,
      common: ptCommon,
      errors: ptErrors,
      mail: ptMail,
      transcript: ptTranscript,
      transcription: ptTranscription,
    },
    en: {
      account: enAccount,
      common: enCommon,
      errors: enErrors,
      mail: enMail,
      transcript: enTranscript,
      transcription: enTranscription,
    },
  },
  supportedLngs: INTERFACE_LANGUAGES,
  fallbackLng: DEFAULT_LANGUAGE,
  defaultNS: 'common',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
};

/** The texts of one language, for React's tree. Ready at once: all languages are in memory. */
export function textsIn(language: InterfaceLanguage): i18n {
  const instance = createInstance();
  instance.use(initReactI18next).init({ ...textOptions, lng: language, initImmediate: false });
  return instance;
}

const instances = new Map<InterfaceLanguage, i18n>();

/** Looks up texts of one area outside React, for mails and files. */
export function translator(language: InterfaceLanguage, area: string): TFunction {
  const instance = instances.get(language) ?? textsIn(language);
  instances.set(language, instance);
  return instance.getFixedT(language, area);
}
