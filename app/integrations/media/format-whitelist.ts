/**
 * Whitelist of demuxers for uploaded, untrusted files. Everything else is rejected before a byte of it is
 * parsed, above all formats that reference other files or URLs (hls, dash, concat, sdp, rtsp, image2) and
 * those that generate or capture (lavfi, devices).
 * Names as in `ffmpeg -demuxers`; one name of a demuxer stands for the whole demuxer.
 */
const demuxers = [
  'aac', // .aac
  'loas', // .aac inside LATM
  'ac3',
  'eac3',
  'aiff', // .aif .aiff
  'amr', // .amr; amrnb and amrwb are the same without a header
  'amrnb',
  'amrwb',
  'ape',
  'asf', // .asf .wma
  'asf_o',
  'au',
  'caf', // .alac as Apple's tools write it
  'dss',
  'flac',
  'flv',
  'live_flv',
  'iff', // .8svx
  'matroska', // .mkv .webm
  'mov', // .mp4 .m4a .m4b .m4p .m4r .3gp .3ga .mov .alac
  'mp3', // .mp3 .mpga
  'mpegts', // .mts .m2ts
  'ogg', // .ogg .oga .mogg .opus
  'qcp',
  'tta',
  'voc',
  'w64',
  'wav',
  'wv',
  // Also found under those file extensions, since programs and users name files as they like.
  ...['adx', 'aptx', 'aptx_hd', 'avi', 'dsf', 'dts', 'dtshd', 'g722', 'g729', 'gsm', 'ircam', 'mlp', 'mmf'],
  ...['mpc', 'mpc8', 'mpeg', 'mxf', 'nistsphere', 'oma', 'rm', 'sbc', 'shn', 'sox', 'spdif', 'tak'],
  ...['truehd', 'wtv', 'xwma'],
];

/** Audio only, so that no picture or video track is decoded, not even to probe its parameters. */
export const allowedDecoders = [
  ...['8svx_exp', '8svx_fib', 'aac', 'aac_fixed', 'aac_latm', 'ac3', 'ac3_fixed', 'eac3', 'alac'],
  ...['adpcm_ima_qt', 'adpcm_ima_wav', 'adpcm_ms', 'adpcm_swf', 'adpcm_yamaha'],
  ...['adpcm_sbpro_2', 'adpcm_sbpro_3', 'adpcm_sbpro_4'],
  ...['amrnb', 'amrwb', 'ape', 'dca', 'dss_sp', 'evrc', 'flac', 'g722', 'g723_1', 'g726', 'g726le'],
  ...['gsm', 'gsm_ms', 'ilbc', 'mace3', 'mace6', 'mlp', 'truehd'],
  ...['mp1', 'mp1float', 'mp2', 'mp2float', 'mp3', 'mp3float'],
  ...['nellymoser', 'opus', 'libopus', 'qcelp', 'qdm2', 'qdmc', 'speex', 'libspeex', 'truespeech', 'tta'],
  ...['vorbis', 'libvorbis', 'wavpack', 'wmav1', 'wmav2', 'wmapro', 'wmalossless', 'wmavoice'],
  ...['pcm_alaw', 'pcm_mulaw', 'pcm_bluray', 'pcm_dvd', 'pcm_s8', 'pcm_s8_planar', 'pcm_u8'],
  ...['pcm_s16be', 'pcm_s16be_planar', 'pcm_s16le', 'pcm_s16le_planar', 'pcm_u16be', 'pcm_u16le'],
  ...['pcm_s24be', 'pcm_s24le', 'pcm_s24le_planar', 'pcm_u24be', 'pcm_u24le'],
  ...['pcm_s32be', 'pcm_s32le', 'pcm_s32le_planar', 'pcm_u32be', 'pcm_u32le', 'pcm_s64be', 'pcm_s64le'],
  ...['adpcm_adx', 'adpcm_ct', 'adpcm_ima_amv', 'adpcm_ima_oki'],
  ...['als', 'aptx', 'aptx_hd', 'atrac1', 'atrac3', 'atrac3al', 'atrac3plus', 'atrac3plusal', 'cook'],
  ...['dsd_lsbf', 'dsd_lsbf_planar', 'dsd_msbf', 'dsd_msbf_planar', 'dst', 'g729', 'iac', 'imc'],
  ...['metasound', 'mp3adu', 'mp3adufloat', 'mp3on4', 'mp3on4float', 'mpc7', 'mpc8', 'msnsiren'],
  ...['real_144', 'real_288', 'ralf', 's302m', 'sbc', 'shorten', 'sipr', 'tak', 'xma1', 'xma2'],
  ...['pcm_f32be', 'pcm_f32le', 'pcm_f64be', 'pcm_f64le'],
];

/** libav's options for opening an input; on the command line each has a leading dash. */
export const inputOptions = {
  protocol_whitelist: 'file',
  format_whitelist: demuxers.join(','),
};

/** Standard input, for a recording that still grows. */
export const GROWING_INPUT = 'pipe:0';

/** Like `inputOptions`, for `GROWING_INPUT`. */
export const growingInputOptions = { ...inputOptions, protocol_whitelist: 'pipe' };
