/** ffmpeg encoder options by extension; several where a container supports several codecs. */
export const ENCODINGS: Record<string, string[][]> = {
  '.3ga': [['-c:a', 'aac', '-f', '3gp']],
  '.3gp': [['-c:a', 'aac', '-f', '3gp']],
  '.aac': [['-c:a', 'aac', '-f', 'adts']],
  '.ac3': [
    ['-c:a', 'ac3', '-f', 'ac3'],
    ['-c:a', 'eac3', '-f', 'eac3'],
  ],
  '.aif': [['-f', 'aiff']],
  '.aiff': [['-c:a', 'pcm_s24be', '-f', 'aiff']],
  '.alac': [
    ['-c:a', 'alac', '-f', 'caf'],
    ['-c:a', 'alac', '-f', 'ipod'],
  ],
  '.asf': [['-c:a', 'wmav2', '-f', 'asf']],
  '.au': [
    ['-f', 'au'],
    ['-c:a', 'pcm_mulaw', '-f', 'au'],
  ],
  '.flac': [['-c:a', 'flac', '-f', 'flac']],
  '.flv': [
    ['-c:a', 'libmp3lame', '-f', 'flv'],
    ['-c:a', 'nellymoser', '-f', 'flv'],
  ],
  '.m2ts': [['-c:a', 'ac3', '-f', 'mpegts', '-mpegts_m2ts_mode', '1']],
  '.m4a': [
    ['-c:a', 'aac', '-f', 'ipod'],
    ['-c:a', 'alac', '-f', 'ipod'],
  ],
  '.m4b': [['-c:a', 'aac', '-f', 'ipod', '-movflags', 'faststart']],
  '.m4r': [['-c:a', 'aac', '-f', 'ipod']],
  '.mkv': [
    ['-c:a', 'pcm_s16le', '-f', 'matroska'],
    ['-c:a', 'flac', '-f', 'matroska'],
  ],
  '.mogg': [['-c:a', 'libvorbis', '-f', 'ogg']],
  '.mov': [
    ['-c:a', 'pcm_s16be', '-f', 'mov'],
    ['-c:a', 'adpcm_ima_qt', '-f', 'mov'],
  ],
  '.mp3': [
    ['-c:a', 'libmp3lame', '-f', 'mp3'],
    ['-c:a', 'libmp3lame', '-q:a', '7', '-write_xing', '0', '-f', 'mp3'],
  ],
  '.mp4': [
    ['-c:a', 'aac', '-f', 'mp4'],
    ['-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4'],
  ],
  '.mpga': [['-c:a', 'mp2', '-f', 'mp2']],
  '.mts': [
    ['-c:a', 'ac3', '-f', 'mpegts'],
    ['-c:a', 'aac', '-f', 'mpegts'],
  ],
  '.oga': [
    ['-c:a', 'flac', '-f', 'ogg'],
    ['-c:a', 'libspeex', '-f', 'ogg'],
  ],
  '.ogg': [['-c:a', 'libvorbis', '-f', 'ogg']],
  '.opus': [['-c:a', 'libopus', '-f', 'ogg']],
  '.tta': [['-c:a', 'tta', '-f', 'tta']],
  '.voc': [['-c:a', 'pcm_u8', '-f', 'voc']],
  '.wav': [
    ['-f', 'wav'],
    ['-c:a', 'pcm_f32le', '-f', 'wav'],
    ['-c:a', 'adpcm_ms', '-f', 'wav'],
    ['-c:a', 'libgsm_ms', '-f', 'wav'],
  ],
  '.webm': [['-c:a', 'libopus', '-f', 'webm']],
  '.wma': [['-c:a', 'wmav1', '-f', 'asf']],
  '.wv': [['-c:a', 'wavpack', '-f', 'wv']],
};

/** Formats that sox writes and ffmpeg does not. */
export const SOX_KINDS: Record<string, [kind: string, rate: string][]> = {
  '.8svx': [
    ['8svx', '8000'],
    ['8svx', '22050'],
  ],
  '.amr': [
    ['amr-nb', '8000'],
    ['amr-wb', '16000'],
  ],
};
