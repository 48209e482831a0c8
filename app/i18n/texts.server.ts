import { createInstance, type InitOptions, type i18n, type TFunction } from 'i18next';
import { initReactI18next } from 'react-i18next';
import enAccount from '@/locales/en/account.json';
import enAdmin from '@/locales/en/admin.json';
import enApi from '@/locales/en/api.json';
import enBilling from '@/locales/en/billing.json';
import enCalendar from '@/locales/en/calendar.json';
import enCommon from '@/locales/en/common.json';
import enDocument from '@/locales/en/document.json';
import enEmail from '@/locales/en/email.json';
import enErrors from '@/locales/en/errors.json';
import enLibrary from '@/locales/en/library.json';
import enMeeting from '@/locales/en/meeting.json';
import enOnboarding from '@/locales/en/onboarding.json';
import enSharing from '@/locales/en/sharing.json';
import enShell from '@/locales/en/shell.json';
import enSupport from '@/locales/en/support.json';
import enTranscript from '@/locales/en/transcript.json';
import enTranscription from '@/locales/en/transcription.json';
import enUpload from '@/locales/en/upload.json';
import ptAccount from '@/locales/pt/account.json';
import ptAdmin from '@/locales/pt/admin.json';
import ptApi from '@/locales/pt/api.json';
import ptBilling from '@/locales/pt/billing.json';
import ptCalendar from '@/locales/pt/calendar.json';
import ptCommon from '@/locales/pt/common.json';
import ptDocument from '@/locales/pt/document.json';
import ptEmail from '@/locales/pt/email.json';
import ptErrors from '@/locales/pt/errors.json';
import ptLibrary from '@/locales/pt/library.json';
import ptMeeting from '@/locales/pt/meeting.json';
import ptOnboarding from '@/locales/pt/onboarding.json';
import ptSharing from '@/locales/pt/sharing.json';
import ptShell from '@/locales/pt/shell.json';
import ptSupport from '@/locales/pt/support.json';
import ptTranscript from '@/locales/pt/transcript.json';
import ptTranscription from '@/locales/pt/transcription.json';
import ptUpload from '@/locales/pt/upload.json';
import { formatWait } from './format-wait';
import { DEFAULT_LANGUAGE, INTERFACE_LANGUAGES, type InterfaceLanguage } from './languages';

/** i18next options; keys are flat and may contain dots. */
export const i18nOptions: InitOptions = {
  resources: {
    pt: {
      account: ptAccount,
      admin: ptAdmin,
      api: ptApi,
      billing: ptBilling,
      common: ptCommon,
      document: ptDocument,
      email: ptEmail,
      errors: ptErrors,
      library: ptLibrary,
      calendar: ptCalendar,
      meeting: ptMeeting,
      onboarding: ptOnboarding,
      sharing: ptSharing,
      shell: ptShell,
      support: ptSupport,
      transcript: ptTranscript,
      transcription: ptTranscription,
      upload: ptUpload,
    },
    en: {
      account: enAccount,
      admin: enAdmin,
      api: enApi,
      billing: enBilling,
      common: enCommon,
      document: enDocument,
      email: enEmail,
      errors: enErrors,
      library: enLibrary,
      calendar: enCalendar,
      meeting: enMeeting,
      onboarding: enOnboarding,
      sharing: enSharing,
      shell: enShell,
      support: enSupport,
      transcript: enTranscript,
      transcription: enTranscription,
      upload: enUpload,
    },
  },
  supportedLngs: INTERFACE_LANGUAGES,
  fallbackLng: DEFAULT_LANGUAGE,
  defaultNS: 'common',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
};

function createTexts(language: InterfaceLanguage): i18n {
  const instance = createInstance();
  instance.use(initReactI18next).init({ ...i18nOptions, lng: language, initImmediate: false });
  instance.services.formatter?.add('wait', formatWait);
  return instance;
}

const instances = new Map<InterfaceLanguage, i18n>();

/** The i18next instance of one language, for React. Ready synchronously: all languages are in memory. */
export function textsOf(language: InterfaceLanguage): i18n {
  const instance = instances.get(language) ?? createTexts(language);
  instances.set(language, instance);
  return instance;
}

/** A translation function for one area outside React, for mails and files. */
export function translator(language: InterfaceLanguage, area: string): TFunction {
  return textsOf(language).getFixedT(language, area);
}
