/** Everybody who speaks in any room: their voices, and the connections to those who were let in. */
const CHANNELS = 3;
const LEVEL_MS = 50;

const context = new AudioContext();
const rooms = new Map();

function roomOf(code) {
  if (!rooms.has(code))
    rooms.set(code, { guests: new Set(), speaking: new Map(), own: new Map(), next: 0, channels: [] });
  const room = rooms.get(code);
  while (room.channels.length < CHANNELS) room.channels.push(context.createMediaStreamDestination());
  return room;
}

/** A stream of this person alone, where the page says whose stream is whose. */
function ownStream(room, person) {
  if (!room.own.has(person)) room.own.set(person, context.createMediaStreamDestination());
  return room.own.get(person);
}

function gathered(connection) {
  if (connection.iceGatheringState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState === 'complete') resolve();
    });
  });
}

async function answer(code, guest, sdp, { signal, isMute, people }) {
  await context.resume();
  const room = roomOf(code);
  room.isMute = isMute;
  const connection = new RTCPeerConnection();
  const member = { guest, connection, levels: undefined };
  connection.addEventListener('datachannel', ({ channel }) => {
    member.levels = channel;
  });
  connection.addEventListener('connectionstatechange', () => {
    if (['closed', 'failed'].includes(connection.connectionState)) room.guests.delete(member);
  });
  await connection.setRemoteDescription({ type: 'offer', sdp });
  const hasOwnStreams = signal === 'streams';
  const streams = hasOwnStreams
    ? people.slice(0, CHANNELS).map(({ id }) => ownStream(room, id))
    : room.channels;
  const transceivers = connection.getTransceivers().filter(({ receiver }) => receiver.track.kind === 'audio');
  for (const [index, transceiver] of transceivers.entries()) {
    const [track] = streams[index]?.stream.getAudioTracks() ?? [];
    transceiver.direction = 'sendonly';
    if (track) await transceiver.sender.replaceTrack(track);
  }
  await connection.setLocalDescription();
  await gathered(connection);
  room.guests.add(member);
  const own = connection.localDescription.sdp;
  const ssrcs = {};
  const found = [...own.matchAll(/^a=ssrc:(\d+) cname/gm)].map(([, ssrc]) => ssrc);
  if (hasOwnStreams) {
    for (const [index, { id }] of people.slice(0, CHANNELS).entries()) ssrcs[id] = found[index];
  }
  return { sdp: own, ssrcs };
}

/** Says something on the next channel: a channel is nobody's. */
async function say(code, person, pcm, sampleRate) {
  await context.resume();
  const room = roomOf(code);
  const bytes = Uint8Array.from(atob(pcm), (character) => character.charCodeAt(0));
  const samples = new Int16Array(bytes.buffer);
  const buffer = context.createBuffer(1, samples.length, sampleRate);
  buffer.copyToChannel(
    Float32Array.from(samples, (sample) => sample / 32768),
    0,
  );
  const source = context.createBufferSource();
  source.buffer = buffer;
  const analyser = context.createAnalyser();
  const channel = room.next++ % CHANNELS;
  source.connect(analyser);
  const sent = new GainNode(context, { gain: room.isMute ? 0 : 1 });
  analyser.connect(sent);
  sent.connect(room.channels[channel]);
  sent.connect(ownStream(room, person));
  const entry = { person, channel, analyser };
  room.speaking.set(entry, person);
  const startedAt = Date.now();
  await new Promise((resolve) => {
    source.addEventListener('ended', resolve);
    source.start();
  });
  room.speaking.delete(entry);
  analyser.disconnect();
  sent.disconnect();
  return [startedAt, Date.now()];
}

const moment = new Float32Array(1024);

function levelOf(analyser) {
  analyser.getFloatTimeDomainData(moment);
  return Math.sqrt(moment.reduce((sum, value) => sum + value * value, 0) / moment.length);
}

setInterval(() => {
  for (const room of rooms.values()) {
    const levels = [...room.speaking.keys()].map(({ person, channel, analyser }) => ({
      person,
      channel,
      level: levelOf(analyser),
    }));
    for (const { levels: channel } of room.guests) {
      if (channel?.readyState === 'open') channel.send(JSON.stringify(levels));
    }
  }
}, LEVEL_MS);

window.speakers = { answer, say };
