"""Terra's numbers for kinds of activity, in plain words."""

from collections.abc import Mapping
from typing import Final

NO_EXERCISE: Final = frozenset((0, 3, 5, 72, 109, 110, 111, 112))
"""In a vehicle, still, tilting, asleep."""

# fmt: off
KINDS: Final[Mapping[int, str]] = {
    1: "Biking", 7: "Walking", 8: "Running", 9: "Aerobics", 10: "Badminton", 11: "Baseball", 12: "Basketball",
    13: "Biathlon", 14: "Hand Biking", 15: "Mountain Biking", 16: "Road Biking", 17: "Spinning",
    18: "Stationary Biking", 19: "Utility Biking", 20: "Boxing", 21: "Calisthenics", 22: "Circuit Training",
    23: "Cricket", 24: "Dancing", 25: "Elliptical", 26: "Fencing", 27: "American Football",
    28: "Australian Football", 29: "English Football", 30: "Frisbee", 31: "Gardening", 32: "Golf", 33: "Gymnastics",
    34: "Handball", 35: "Hiking", 36: "Hockey", 37: "Horseback Riding", 38: "Housework", 39: "Jumping Rope",
    40: "Kayaking", 41: "Kettlebell Training", 42: "Kickboxing", 43: "Kitesurfing", 44: "Martial Arts",
    45: "Meditation", 46: "Mixed Martial Arts", 47: "P90X Exercises", 48: "Paragliding", 49: "Pilates", 50: "Polo",
    51: "Racquetball", 52: "Rock Climbing", 53: "Rowing", 54: "Rowing Machine", 55: "Rugby", 56: "Jogging",
    57: "Running on Sand", 58: "Treadmill Running", 59: "Sailing", 60: "Scuba Diving", 61: "Skateboarding",
    62: "Skating", 63: "Cross Skating", 64: "Indoor Rollerblading", 65: "Skiing", 66: "Back Country Skiing",
    67: "Cross Country Skiing", 68: "Downhill Skiing", 69: "Kite Skiing", 70: "Roller Skiing", 71: "Sledding",
    73: "Snowboarding", 74: "Snowmobile", 75: "Snowshoeing", 76: "Squash", 77: "Stair Climbing",
    78: "Stair Climbing Machine", 79: "Stand Up Paddleboarding", 80: "Strength Training", 81: "Surfing",
    82: "Swimming", 83: "Swimming in Pool", 84: "Open Water Swimming", 85: "Table Tennis", 86: "Team Sports",
    87: "Tennis", 88: "Treadmill", 89: "Volleyball", 90: "Beach Volleyball", 91: "Indoor Volleyball",
    92: "Wakeboarding", 93: "Walking for Fitness", 94: "Nordic Walking", 95: "Treadmill Walking", 96: "Water Polo",
    97: "Weightlifting", 98: "Wheelchair", 99: "Windsurfing", 100: "Yoga", 101: "Zumba", 102: "Diving",
    103: "Ergometer", 104: "Ice Skating", 105: "Indoor Skating", 106: "Curling", 108: "Other", 113: "CrossFit",
    114: "HIIT", 115: "Interval Training", 116: "Walking with Stroller", 117: "Elevator", 118: "Escalator",
    119: "Archery", 120: "Softball", 122: "Guided Breathing", 123: "Cardio Training", 124: "Lacrosse",
    125: "Stretching", 126: "Triathlon", 127: "Inline Skating", 128: "Sky Diving", 129: "Paddling",
    130: "Mountaineering", 131: "Fishing", 132: "Water Skiing", 133: "Indoor Running", 134: "Padel Tennis",
    135: "Driving", 136: "Off-Road Driving", 137: "Motorbiking", 138: "Motor Racing", 139: "Enduro", 140: "Canoeing",
    141: "Orienteering", 142: "Hang Gliding", 143: "Flying", 144: "Hot Air Ballooning", 145: "Jet Skiing",
    146: "Power Boating", 147: "Gaelic Football", 148: "Hurling", 149: "Trail Running", 150: "Gravel Cycling",
    151: "Multisport", 152: "E-Biking", 153: "E-Mountain Biking", 154: "Physical Therapy",
}
# fmt: on
UNKNOWN: Final = "Workout"
