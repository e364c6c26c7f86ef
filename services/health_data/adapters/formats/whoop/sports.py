"""WHOOP's sports by the numbers that its interface gave them before it gave their names."""

from typing import Final

# fmt: off
_NAMES: Final[dict[int, str]] = {
    -1: "Activity", 0: "Running", 1: "Cycling", 16: "Baseball", 17: "Basketball", 18: "Rowing", 19: "Fencing",
    20: "Field hockey", 21: "Football", 22: "Golf", 24: "Ice hockey", 25: "Lacrosse", 27: "Rugby", 28: "Sailing",
    29: "Skiing", 30: "Soccer", 31: "Softball", 32: "Squash", 33: "Swimming", 34: "Tennis", 35: "Track & field",
    36: "Volleyball", 37: "Water polo", 38: "Wrestling", 39: "Boxing", 42: "Dance", 43: "Pilates", 44: "Yoga",
    45: "Weightlifting", 47: "Cross country skiing", 48: "Functional fitness", 49: "Duathlon", 51: "Gymnastics",
    52: "Hiking/rucking", 53: "Horseback riding", 55: "Kayaking", 56: "Martial arts", 57: "Mountain biking",
    59: "Powerlifting", 60: "Rock climbing", 61: "Paddleboarding", 62: "Triathlon", 63: "Walking", 64: "Surfing",
    65: "Elliptical", 66: "Stairmaster", 70: "Meditation", 71: "Other", 73: "Diving", 84: "Jumping rope",
    88: "Ice bath", 91: "Snowboarding", 94: "Obstacle course racing", 96: "HIIT", 97: "Spin", 98: "Jiu jitsu",
    100: "Cricket", 101: "Pickleball", 123: "Strength trainer", 233: "Sauna",
}
# fmt: on
SPORTS: Final = {str(number): name for number, name in _NAMES.items()}
"""By the number as it is written."""
