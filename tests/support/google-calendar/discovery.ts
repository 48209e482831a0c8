/**
 * What the discovery document of the Calendar API v3 says of `events` (calendar/v3/rest): methods with their
 * parameters, and the schemas that they refer to. Descriptions and other resources are left out.
 */

export interface Schema {
  type?: 'string' | 'boolean' | 'integer' | 'array' | 'object';
  format?: 'date' | 'date-time' | 'int32';
  $ref?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
}

export interface Parameter {
  type: 'string' | 'boolean' | 'integer';
  format?: 'date-time' | 'int32';
  location: 'path' | 'query';
  required?: boolean;
  repeated?: boolean;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
}

export interface Method {
  httpMethod: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  parameters: Record<string, Parameter>;
  /** Schema of the request's body. */
  request?: string;
  /** Schema of the answer; a deletion has none. */
  response?: string;
}

const text = { type: 'string', location: 'query' } as const;
const flag = { type: 'boolean', location: 'query' } as const;
const moment = { type: 'string', format: 'date-time', location: 'query' } as const;
const inPath = { type: 'string', location: 'path', required: true } as const;
const count = { type: 'integer', format: 'int32', location: 'query', minimum: 1 } as const;
const version = { type: 'integer', format: 'int32', location: 'query', minimum: 0, maximum: 1 } as const;

const sendUpdates = { ...text, enum: ['all', 'externalOnly', 'none'] } as const;

/** Of every method. */
const STANDARD: Record<string, Parameter> = {
  alt: { ...text, enum: ['json'] },
  fields: text,
  key: text,
  oauth_token: text,
  prettyPrint: flag,
  quotaUser: text,
  userIp: text,
};

const EVENTS = 'calendars/{calendarId}/events';
const EVENT = `${EVENTS}/{eventId}`;

const ofChange: Record<string, Parameter> = {
  conferenceDataVersion: version,
  maxAttendees: count,
  sendNotifications: flag,
  sendUpdates,
  supportsAttachments: flag,
};

export const METHODS = {
  list: {
    httpMethod: 'GET',
    path: EVENTS,
    parameters: {
      ...STANDARD,
      calendarId: inPath,
      alwaysIncludeEmail: flag,
      eventTypes: {
        ...text,
        repeated: true,
        enum: ['birthday', 'default', 'focusTime', 'fromGmail', 'outOfOffice', 'workingLocation'],
      },
      iCalUID: text,
      maxAttendees: count,
      maxResults: count,
      orderBy: { ...text, enum: ['startTime', 'updated'] },
      pageToken: text,
      privateExtendedProperty: { ...text, repeated: true },
      q: text,
      sharedExtendedProperty: { ...text, repeated: true },
      showDeleted: flag,
      showHiddenInvitations: flag,
      singleEvents: flag,
      syncToken: text,
      timeMax: moment,
      timeMin: moment,
      timeZone: text,
      updatedMin: moment,
    },
    response: 'Events',
  },
  get: {
    httpMethod: 'GET',
    path: EVENT,
    parameters: {
      ...STANDARD,
      calendarId: inPath,
      eventId: inPath,
      alwaysIncludeEmail: flag,
      maxAttendees: count,
      timeZone: text,
    },
    response: 'Event',
  },
  insert: {
    httpMethod: 'POST',
    path: EVENTS,
    parameters: { ...STANDARD, calendarId: inPath, ...ofChange },
    request: 'Event',
    response: 'Event',
  },
  patch: {
    httpMethod: 'PATCH',
    path: EVENT,
    parameters: { ...STANDARD, calendarId: inPath, eventId: inPath, alwaysIncludeEmail: flag, ...ofChange },
    request: 'Event',
    response: 'Event',
  },
  delete: {
    httpMethod: 'DELETE',
    path: EVENT,
    parameters: { ...STANDARD, calendarId: inPath, eventId: inPath, sendNotifications: flag, sendUpdates },
  },
} satisfies Record<string, Method>;

const S: Schema = { type: 'string' };
const B: Schema = { type: 'boolean' };
const I: Schema = { type: 'integer', format: 'int32' };
const M: Schema = { type: 'string', format: 'date-time' };
const ref = ($ref: string): Schema => ({ $ref });
const list = (items: Schema): Schema => ({ type: 'array', items });
const object = (properties: Record<string, Schema>): Schema => ({ type: 'object', properties });
const textsByName: Schema = { type: 'object', additionalProperties: S };

const person = object({ displayName: S, email: S, id: S, self: B });

export const SCHEMAS: Record<string, Schema> = {
  ConferenceData: object({
    conferenceId: S,
    conferenceSolution: ref('ConferenceSolution'),
    createRequest: ref('CreateConferenceRequest'),
    entryPoints: list(ref('EntryPoint')),
    notes: S,
    parameters: object({ addOnParameters: object({ parameters: textsByName }) }),
    signature: S,
  }),
  ConferenceRequestStatus: object({ statusCode: S }),
  ConferenceSolution: object({ iconUri: S, key: ref('ConferenceSolutionKey'), name: S }),
  ConferenceSolutionKey: object({ type: S }),
  CreateConferenceRequest: object({
    conferenceSolutionKey: ref('ConferenceSolutionKey'),
    requestId: S,
    status: ref('ConferenceRequestStatus'),
  }),
  EntryPoint: object({
    accessCode: S,
    entryPointFeatures: list(S),
    entryPointType: S,
    label: S,
    meetingCode: S,
    passcode: S,
    password: S,
    pin: S,
    regionCode: S,
    uri: S,
  }),
  Event: object({
    anyoneCanAddSelf: B,
    attachments: list(object({ fileId: S, fileUrl: S, iconLink: S, mimeType: S, title: S })),
    attendees: list(ref('EventAttendee')),
    attendeesOmitted: B,
    birthdayProperties: object({ contact: S, customTypeName: S, type: S }),
    colorId: S,
    conferenceData: ref('ConferenceData'),
    created: M,
    creator: person,
    description: S,
    end: ref('EventDateTime'),
    endTimeUnspecified: B,
    etag: S,
    eventType: S,
    extendedProperties: object({ private: textsByName, shared: textsByName }),
    guestsCanInviteOthers: B,
    guestsCanModify: B,
    guestsCanSeeOtherGuests: B,
    hangoutLink: S,
    htmlLink: S,
    iCalUID: S,
    id: S,
    kind: S,
    location: S,
    locked: B,
    organizer: person,
    originalStartTime: ref('EventDateTime'),
    privateCopy: B,
    recurrence: list(S),
    recurringEventId: S,
    reminders: object({ overrides: list(ref('EventReminder')), useDefault: B }),
    sequence: I,
    source: object({ title: S, url: S }),
    start: ref('EventDateTime'),
    status: S,
    summary: S,
    transparency: S,
    updated: M,
    visibility: S,
  }),
  EventAttendee: object({
    additionalGuests: I,
    comment: S,
    displayName: S,
    email: S,
    id: S,
    optional: B,
    organizer: B,
    resource: B,
    responseStatus: S,
    self: B,
  }),
  EventDateTime: object({ date: { type: 'string', format: 'date' }, dateTime: M, timeZone: S }),
  EventReminder: object({ method: S, minutes: I }),
  Events: object({
    accessRole: S,
    defaultReminders: list(ref('EventReminder')),
    description: S,
    etag: S,
    items: list(ref('Event')),
    kind: S,
    nextPageToken: S,
    nextSyncToken: S,
    summary: S,
    timeZone: S,
    updated: M,
  }),
};
