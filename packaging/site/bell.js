// The terminal's bell, for those who have turned it on in the settings.
const PITCH = 880; // hertz
const LENGTH = 0.15; // seconds
const LOUDNESS = 0.1;

let sound = null;

export function ring() {
  sound ??= new AudioContext();
  const tone = new OscillatorNode(sound, { frequency: PITCH });
  const fading = new GainNode(sound, { gain: LOUDNESS });
  tone.connect(fading).connect(sound.destination);
  fading.gain.linearRampToValueAtTime(0, sound.currentTime + LENGTH);
  tone.start();
  tone.stop(sound.currentTime + LENGTH);
}
